import { Link } from "@remix-run/react"
import { columnsSay, columnWords, marksWords, type RoleWords, sourceWords } from "~/components/base/lists/list-words"
import { Block } from "~/components/base/parts/block"
import { Fact } from "~/components/base/parts/fact"
import { readable } from "~/effects/base/amounts/readable"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"

export const payWords: RoleWords = { account: "Account or name", amount: "Amount", note: "Note", token: "Token" }

/** What was understood of the list, for anyone who checks it. */
export function ReadingPart({ run }: { readonly run: Distribution }) {
  const { reading } = run
  if (reading === null) return null
  const unused = reading.columns.roles.flatMap((role, at) => (role === "unused" ? [columnWords(reading, at)] : []))
  const marks = reading.marks === null ? null : marksWords[reading.marks]
  return (
    <Block
      id="reading"
      title="How the list was read"
      more={
        run.state === "draft" ? (
          <Link className="small" to={`?d=${run.number}&read=1`}>
            Read it in another way
          </Link>
        ) : undefined
      }
    >
      <dl className="facts">
        <Fact name="List">{sourceWords(reading)}</Fact>
        <Fact name="Headings">{reading.columns.header === 0 ? "None" : `Line ${reading.columns.header}`}</Fact>
        <Fact name="Columns">{columnsSay(reading, payWords)}</Fact>
        {unused.length > 0 && <Fact name="Not used">{unused.join(", ")}</Fact>}
        {marks !== null && (
          <Fact name={reading.isChosen ? "Amounts, as a person chose" : "Amounts"}>
            {marks.example}: {marks.says.toLowerCase()}. Total {readable(run.total)} {run.symbol}
          </Fact>
        )}
      </dl>
    </Block>
  )
}
