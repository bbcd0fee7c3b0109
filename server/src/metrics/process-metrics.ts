import { collectDefaultMetrics, Registry } from 'prom-client';

/** Processor, memory, event loop: one set for the process, however many applications it holds. */
export const processMetrics = new Registry();

collectDefaultMetrics({ register: processMetrics });
