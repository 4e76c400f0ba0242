/** Why one admin badge spends nothing here. Pages load this file. */
export const keptWords = ({ keepers, needed }: { readonly needed: number; readonly keepers: number }): string =>
  `This treasury opens for ${needed} of ${keepers} signers: propose the payment to them.`
