import { Link } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import { listed } from "~/effects/treasury/multisig/approvalMessages"
import type { SignerView } from "~/effects/treasury/multisig/views"
import { nameOf } from "./names"
import { type FormProps, RequestForm } from "./request-form"
import { SignerFields } from "./signer-fields"

type SignerSlot = Pick<SignerView, "account" | "id">

/** Adds, replaces or retires a signer, or changes how many must approve. */
export function RuleForm({ page, reply }: FormProps) {
  const { from, isByKeys, keys, needed, others, seats } = page
  const { id } = useFrame()
  const given = from?.payload.kind === "rule" ? from.payload : null
  const wanted = given?.seats ?? seats
  const candidates = isByKeys ? others : [...seats, ...others]
  const keyed = wanted.filter((seat) => isKeySeat(seat.id))
  // A key's signer is chosen by a badge in the same account: only accounts with a badge can be ticked.
  const badgeOf = ({ account, id: seat }: SignerSlot) =>
    candidates.find((each) => (isKeySeat(seat) ? each.account === account : each.id === seat))?.id
  const left = keyed.filter((seat) => badgeOf(seat) === undefined)
  return (
    <RequestForm
      id="change"
      title="Add, replace or retire a signer"
      intent="propose-rule"
      word="Ask the signers"
      reason={{ label: "Why", given: given?.reason }}
      page={page}
      reply={reply}
    >
      <p>
        To replace a lost wallet, untick its badge and tick the new signer's. The person who lost it need not sign;
        their badge stays where it is and no longer counts. The new signer needs an admin badge first:{" "}
        <Link to={badgesHref(id)}>give one</Link>.
      </p>
      <p>Requests that wait for the signature of a signer who leaves end when the change happens.</p>
      {left.length > 0 && (
        <p>
          {listed(left.map(nameOf))} cannot be ticked and would leave, because their account holds no admin badge. Give
          them one first.
        </p>
      )}
      {/* Remounts when the signers change, so that the ticks show the current ones. */}
      <SignerFields
        key={seats.map((seat) => seat.id).join()}
        candidates={candidates}
        reply={reply}
        chosen={wanted.flatMap((seat) => badgeOf(seat) ?? [])}
        needed={given?.needed ?? needed}
        isByKeys={given === null ? isByKeys : keyed.length > 0}
        keys={{ ...keys, ...Object.fromEntries(keyed.map((seat) => [seat.account, seat.id])) }}
      />
    </RequestForm>
  )
}

/** Ends multisig: any one admin badge is enough again. */
export function ReleaseForm({ page, reply }: FormProps) {
  const given = page.from?.payload.kind === "release" ? page.from.payload.reason : undefined
  return (
    <RequestForm
      id="release"
      title="End multisig"
      intent="propose-release"
      word="Ask the signers to end it"
      reason={{ label: "Why it ends", given }}
      page={page}
      reply={reply}
    >
      <p>
        Afterwards any one admin badge can spend from the treasury again, including badges that never counted. Every
        other request ends with it.
      </p>
    </RequestForm>
  )
}
