import { dayInWords } from "~/components/base/parts/day"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { columnUnit } from "~/components/base/text/column-unit"
import { readable } from "~/effects/base/amounts/readable"
import { type Movement, movementWords } from "~/effects/treasury/treasury/view"

/** The latest movements, with links to the file of all of them. */
export function MovementTable({
  movements,
  slug
}: {
  readonly movements: ReadonlyArray<Movement>
  readonly slug: string
}) {
  if (movements.length === 0) return <p className="muted">Nothing has moved yet.</p>
  const { cell, head } = columnUnit(movements.map(({ name }) => name))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own box, which the keyboard must reach */}
      <section className="scroll" tabIndex={0} aria-label="Table of movements">
        <table className="table" data-cards>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col" className="num">
                {head("Change")}
              </th>
              <th scope="col">When</th>
              <th scope="col">Transaction</th>
            </tr>
          </thead>
          <tbody>
            {movements.map((movement) => (
              <tr key={`${movement.txId}${movement.resource}`}>
                <th scope="row">{movementWords(movement)}</th>
                <td className="num" data-label={head("Change")}>
                  {cell(readable(movement.change), movement.name)}
                </td>
                <td className="nowrap" data-label="When">
                  <time dateTime={new Date(movement.at).toISOString()}>
                    {dayInWords(new Date(movement.at).toISOString().slice(0, 10))}
                  </time>
                </td>
                <td data-label="Transaction">
                  <LedgerAddress kind="transaction" address={movement.txId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="row">
        <a href={`/api/exports/movements?community=${slug}&format=csv`} download>
          All movements as CSV
        </a>
        <a href={`/api/exports/movements?community=${slug}&format=json`} download>
          as JSON
        </a>
      </p>
    </>
  )
}
