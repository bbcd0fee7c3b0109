type PhoneLinkProps = { number: string; className?: string };

/** A phone number to dial; plain text in print. */
export function PhoneLink({ number, className = '' }: PhoneLinkProps) {
  return (
    <a
      href={telephoneLink(number)}
      dir="ltr"
      className={`font-semibold text-accent underline underline-offset-2 print:text-inherit print:no-underline ${className}`}
    >
      {number}
    </a>
  );
}

export function telephoneLink(number: string): string {
  return `tel:${number.replace(/[^\d+*#]/g, '')}`;
}
