/** Message for treasuries from which a single badge cannot spend. Pages load this file. */
export const keptWords = ({ keepers, needed }: { readonly needed: number; readonly keepers: number }): string =>
  `This treasury needs the approval of ${needed} of ${keepers} signers: send them a request.`
