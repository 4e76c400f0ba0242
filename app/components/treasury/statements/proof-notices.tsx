import { useLocation } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { Statement } from "~/effects/treasury/statements/statementView"

type Part = { readonly statement: Statement }

/** Whether the sums are proven, whether the period is over, and what nobody has explained. */
export function ProofNotices({ statement }: Part) {
  const { isRunning, now, title } = statement
  return (
    <>
      {isRunning && (
        <Notice>
          <p>
            {title} is not over. This counts until {inUtc("moment", now)} UTC.
          </p>
        </Notice>
      )}
      <ProofNotice statement={statement} />
      <UnexplainedNotice statement={statement} />
    </>
  )
}

function ProofNotice({ statement }: Part) {
  const { isRunning, proof, tokens } = statement
  if (proof === "proven") {
    return (
      <p className="state-line" data-tone="ok">
        <Icon name="check" /> Opening balances and movements add up to what the ledger has at the end.
      </p>
    )
  }
  if (proof === "unproven") return <Unproven />
  return (
    <Notice tone="bad">
      <p>
        <b>This does not agree with the ledger.</b> Opening balances and movements do not add up to what it has at the
        end:
      </p>
      <ul className="list">
        {tokens.map(({ difference, name, resource }) =>
          difference === null || difference === "0" ? null : (
            <li key={resource}>
              The ledger has {readable(difference.replace("-", ""))} {name}{" "}
              {difference.startsWith("-") ? "less" : "more"}.
            </li>
          )
        )}
      </ul>
      {isRunning && <p>Movements of the last minutes may not be written down yet.</p>}
    </Notice>
  )
}

function Unproven() {
  const { pathname, search } = useLocation()
  return (
    <Notice tone="warn">
      <p>
        <b>This is not proven:</b> the ledger could not be asked for the balances at both ends. The sums are those of
        the movements written down here.{" "}
        <a className="no-print" href={`${pathname}${search}`}>
          Try again
        </a>
      </p>
    </Notice>
  )
}

/** Of either block: what left an escrow account without this site, too. */
function UnexplainedNotice({ statement: { escrow, reasons } }: Part) {
  return (
    <>
      <Unexplained reasons={reasons} by="A holder of an admin badge" />
      <Unexplained
        reasons={escrow?.reasons ?? []}
        by="From escrow accounts, a holder of an admin badge or of this site's key"
      />
    </>
  )
}

function Unexplained({ by, reasons }: Pick<Statement, "reasons"> & { readonly by: string }) {
  const found = reasons.find(({ reason }) => reason === "unexplained")
  if (found === undefined) return null
  return (
    <Notice tone="warn">
      <p>
        <b>{counted(found.movements, "movement")} without an explanation:</b>{" "}
        {found.sums.map(({ amount, name }) => `${readable(amount)} ${name}`).join(", ")}. {by} sent{" "}
        {found.movements === 1 ? "it" : "them"} without this site.
      </p>
    </Notice>
  )
}
