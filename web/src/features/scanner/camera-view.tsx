import type { Scanner } from './use-scanner.ts';

const CORNERS = [
  'top-0 left-0 rounded-tl-3xl border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-3xl border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-3xl border-b-4 border-l-4',
  'bottom-0 right-0 rounded-br-3xl border-b-4 border-r-4',
];

type CameraViewProps = { showIn: Scanner['showIn']; live: boolean };

/** What the camera sees, with the frame to hold a code into. */
export function CameraView({ showIn, live }: CameraViewProps) {
  return (
    <div className="absolute inset-0 overflow-hidden bg-black" aria-hidden="true">
      <video ref={showIn} className="size-full object-cover" muted playsInline />
      <div
        className={`absolute inset-0 m-auto aspect-square w-[min(72vw,52dvh)] rounded-3xl shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)] transition-opacity ${live ? 'opacity-100' : 'opacity-40'}`}
      >
        {CORNERS.map((corner) => (
          <span key={corner} className={`absolute size-12 border-accent ${corner}`} />
        ))}
      </div>
    </div>
  );
}
