/** Message for treasuries from which a single badge cannot spend. Pages load this file. */
export const keptWords = ({ signers, needed }: { readonly needed: number; readonly signers: number }): string =>
  `This treasury needs the approval of ${needed} of ${signers} signers: send them a request.`
