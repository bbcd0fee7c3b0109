import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

type FileButtonProps = {
  /** Accessible name of the input. */
  label: string;
  accept: string;
  onFile: (file: File) => void;
  className?: string;
  children: ReactNode;
};

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
          // Allows choosing the same file again after a correction.
          target.value = '';
        }}
      />
    </>
  );
}
