import { FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Takes one file, dropped or chosen. */
export const FileDrop = ({ onFile }: { onFile: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="Choose a file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-center rounded-card border-2 border-dashed px-6 py-9 text-center transition-colors duration-150',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong/50',
      )}
    >
      <div className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
        <FileSpreadsheet aria-hidden className="size-6" />
      </div>
      <p className="mt-3 font-semibold">Drop a CSV file here</p>
      <p className="mt-0.5 text-sm text-muted">or</p>
      <Button variant="secondary" className="mt-3" onClick={() => input.current?.click()}>
        Choose File
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files);
          // The same file, corrected meanwhile, may be chosen again.
          target.value = '';
        }}
      />
    </section>
  );
};
