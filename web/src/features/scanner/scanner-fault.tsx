import { CameraOff } from 'lucide-react';

/** Why the camera does not work, in the middle of the scanner. */
export function ScannerFault({ message }: { message: string }) {
  return (
    <div
      role="alert"
      className="m-auto flex max-w-sm flex-col items-center gap-3 rounded-card border border-line bg-raised p-6 text-center"
    >
      <CameraOff aria-hidden="true" className="size-9 text-overdue" />
      <h3 className="text-lg font-semibold">Scanner Error</h3>
      <p className="text-muted">{message}</p>
      {!window.isSecureContext && (
        <p className="text-sm text-muted">
          Browsers open the camera on secure addresses (https) only.
        </p>
      )}
    </div>
  );
}
