import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

type FileButtonProps = {
  /** What screen readers call the field. */
  label: string;
  /** Name endings and types of the files that are offered. */
  accept: string;
  onFile: (file: File) => void;
  className?: string;
  children: ReactNode;
};

/** A button that asks the device for a file. */
export function FileButton({ label, accept, onFile, className, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="secondary" className={className} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again after it was corrected.
          target.value = '';
        }}
      />
    </>
  );
}
