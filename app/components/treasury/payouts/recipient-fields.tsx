import { useId, useState } from "react"
import { PlainField } from "~/components/base/forms/plain-field"
import { ListFields } from "~/components/base/lists/list-fields"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

type Props = { readonly reply: PageReply | undefined }

/** A pasted list, or a file. */
export function CsvFields({ reply }: Props) {
  return (
    <div className="stack">
      <ListFields id="pay-csv" label="List" placeholder="account or name,amount,note" rows={10} reply={reply}>
        One line per person: their account or member name, the amount and, optionally, a note, separated by comma,
        semicolon or tab. Other columns need a first line with headings. At most 10,000 lines. Templates:{" "}
        <a href="/templates/payout-list.csv" download>
          CSV
        </a>
        ,{" "}
        <a href="/templates/payout-list.xlsx" download>
          .xlsx
        </a>
      </ListFields>
    </div>
  )
}

const people = [
  ["all", "All members"],
  ["role", "Members with a role"],
  ["voters", "Everyone who voted on a proposal"],
  ["holders", "Everyone who holds the community's token"]
] as const
const ways = [
  ["equal", "Equal shares of a pool"],
  ["weight", "Shares of a pool by voting power"],
  ["amount", "A fixed amount for each"]
] as const

/** Who is paid, how and how much. Before hydration all fields are shown, and each says when it applies. */
export function RuleFields({ isHydrated, reply }: Props & { readonly isHydrated: boolean }) {
  const id = useId()
  const [who, setWho] = useState(typed(reply, "who", "all"))
  const [how, setHow] = useState(typed(reply, "how", "equal"))
  return (
    <div className="stack">
      <Choice id={`${id}who`} name="who" label="Who" options={people} now={who} onPick={setWho} />
      <div hidden={isHydrated && who !== "role"}>
        <Choice
          id={`${id}role`}
          name="role"
          label={isHydrated ? "Role" : "Role, if you choose members with a role"}
          options={[
            ["member", "Members"],
            ["moderator", "Moderators"],
            ["owner", "The owner"]
          ]}
          now={typed(reply, "role", "member")}
        />
      </div>
      <div hidden={isHydrated && who !== "voters"}>
        <PlainField
          name="proposal"
          label={isHydrated ? "Proposal number" : "Proposal number, if you choose voters"}
          value={typed(reply, "proposal")}
          reply={reply}
        />
      </div>
      <Choice id={`${id}how`} name="how" label="How much" options={ways} now={how} onPick={setHow} />
      <PlainField
        name="pool"
        label={isHydrated ? (how === "amount" ? "Amount for each" : "Pool") : "Pool, or the amount for each"}
        hint={
          isHydrated && how === "amount"
            ? "Everyone gets exactly this."
            : "Shares are rounded down; the remainder stays in the treasury."
        }
        value={typed(reply, "pool")}
        reply={reply}
      />
    </div>
  )
}

type ChoiceProps = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<readonly [string, string]>
  readonly now: string
  readonly onPick?: (value: string) => void
}

function Choice({ id, label, name, now, onPick, options }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        name={name}
        defaultValue={now}
        onChange={(event) => onPick?.(event.currentTarget.value)}
      >
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}
