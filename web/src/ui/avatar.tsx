import { Avatar as Base } from '@base-ui/react/avatar';
import { initialsOf } from '../lib/format.ts';

type AvatarProps = { name: string; src?: string | undefined };

/** Decorative, beside the person's name. */
export function Avatar({ name, src }: AvatarProps) {
  return (
    <Base.Root
      aria-hidden
      className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft text-xl font-semibold text-accent"
    >
      {src && <Base.Image src={src} alt="" className="size-full object-cover" />}
      <Base.Fallback>{initialsOf(name)}</Base.Fallback>
    </Base.Root>
  );
}
