/** Marks what has not been read; the place stays taken when it has. */
export const UnreadDot = ({ read }: { read: boolean }) => (
  <span className="grid w-2.5 shrink-0 place-items-center pt-2">
    {!read && (
      <span className="size-2.5 rounded-full bg-accent">
        <span className="sr-only">Unread</span>
      </span>
    )}
  </span>
);
