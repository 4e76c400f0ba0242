import { useLocation } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { Statement } from "~/effects/treasury/statements/statementView"

type Part = { readonly statement: Statement }

/** Whether the sums are proven, whether the period has ended, and which movements are unexplained. */
export function ProofNotices({ statement }: Part) {
  const { isRunning, now, title } = statement
  return (
    <>
      {isRunning && (
        <Notice>
          <p>
            {title} to date: figures up to {inUtc("moment", now)} UTC.
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
        <Icon name="check" /> Opening balances plus movements equal the balances on the ledger at the end.
      </p>
    )
  }
  if (proof === "unproven") return <Unproven />
  return (
    <Notice tone="bad">
      <p>
        <b>This does not match the ledger.</b> Opening balances plus movements do not equal the balances at the end:
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
      {isRunning && <p>Movements of the last few minutes may not be recorded yet.</p>}
    </Notice>
  )
}

function Unproven() {
  const { pathname, search } = useLocation()
  return (
    <Notice tone="warn">
      <p>
        <b>This is not proven:</b> we could not read the balances at both ends from the ledger. The sums are those of
        the movements recorded here.{" "}
        <a className="no-print" href={`${pathname}${search}`}>
          Try again
        </a>
      </p>
    </Notice>
  )
}

/** Movements of the treasury or of an escrow account that this site did not make. */
function UnexplainedNotice({ statement: { escrow, reasons } }: Part) {
  return (
    <>
      <Unexplained reasons={reasons} by="A holder of an admin badge" />
      <Unexplained
        reasons={escrow?.reasons ?? []}
        by="From escrow accounts, a holder of an admin badge or of this site's relayer key"
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
        <b>{counted(found.movements, "unexplained movement")}:</b>{" "}
        {found.sums.map(({ amount, name }) => `${readable(amount)} ${name}`).join(", ")}. {by} sent{" "}
        {found.movements === 1 ? "it" : "them"} without using this site.
      </p>
    </Notice>
  )
}
