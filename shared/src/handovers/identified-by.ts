import { z } from 'zod';

/** How the desk knew the holder: by their code, by a name it looked up, or by their ID card. */
export const identifiedBySchema = z.enum(['code', 'desk', 'card']);
export type IdentifiedBy = z.infer<typeof identifiedBySchema>;
