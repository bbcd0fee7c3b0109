type EndTextProps = {
  /** The rule or the membership, in words. */
  ended: string;
  /** People may have keys because of it; a rule that refuses, or asks for approval, gave none. */
  letsTake: boolean;
};

/** What follows when a rule or a membership is ended. */
export function EndText({ ended, letsTake }: EndTextProps) {
  const consequence = letsTake
    ? 'People who have a key only because of it are asked to bring it back within half an hour.'
    : 'From then on the other rules and the level of each key decide. Keys that it recalled stay recalled.';
  return (
    <>
      <p className="font-medium wrap-anywhere">{ended}</p>
      <p>It ends at once. {consequence} The audit log keeps a record.</p>
    </>
  );
}
