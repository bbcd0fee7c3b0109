export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that an Accept-Encoding header admits. */
export function acceptedEncoding(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((part) => part.trim());
  const takes = (name: string) =>
    names.some(
      (part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)),
    );
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
