import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import type { EscrowView } from "~/effects/treasury/escrow/EscrowView"
import { HeldWords, heldLines, Returns } from "./escrow-notice"

interface Props {
  readonly id: string
  readonly title: string
  readonly symbol: string
  /**
   * What the site moved out of the escrow: token and XRD for fees as decimal texts. The lines add up to the funded
   * amount.
   */
  readonly lines: ReadonlyArray<readonly [words: string, token: string, xrd: string]>
  /** What the escrow account holds according to the ledger. */
  readonly escrow: EscrowView
  readonly isEnded: boolean
  /** Amounts moved into escrow, as decimal texts. */
  readonly total: string
  readonly fees: string
  /** Address of the escrow account. */
  readonly address: string
  readonly digest: string | null
  /** What the hash on the escrow account identifies, for example "the list". */
  readonly codeOf: string
}

const XRD = "Fees, XRD"

/** Where the money in escrow went: the lines add up to what was moved into it. */
export function EscrowTable({
  address,
  codeOf,
  digest,
  escrow,
  fees,
  id,
  isEnded,
  lines,
  symbol,
  title,
  total
}: Props) {
  return (
    <Block id={id} title={title}>
      <div className="stack">
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">Results of the payments from escrow</caption>
            <thead>
              <tr>
                <th scope="col">Result</th>
                <th scope="col" className="num">
                  {symbol}
                </th>
                <th scope="col" className="num">
                  {XRD}
                </th>
              </tr>
            </thead>
            <tbody>
              {[...lines, ...heldLines(escrow)].map(([words, token, xrd]) => (
                <tr key={words}>
                  <th scope="row" data-head>
                    {words}
                  </th>
                  <td className="num" data-label={symbol}>
                    {readable(token)}
                  </td>
                  <td className="num" data-label={XRD}>
                    {readable(xrd)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total moved into escrow</th>
                <td className="num" data-label={symbol}>
                  {readable(total)}
                </td>
                <td className="num" data-label={XRD}>
                  {readable(fees)}
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        <Returns escrow={escrow} />
        <HeldWords escrow={escrow} isEnded={isEnded} />
        <p className="small">
          Escrow account: <LedgerAddress kind="account" address={address} />
        </p>
        <p className="small muted">
          Hash of {codeOf}, stored on it: <code className="digest">{digest}</code>
        </p>
      </div>
    </Block>
  )
}
