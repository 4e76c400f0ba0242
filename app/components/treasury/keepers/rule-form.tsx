import { Link } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { type FormProps, RequestForm } from "./request-form"
import { SeatFields } from "./seat-fields"

/** Another keeper, one fewer, or another number of them: also where one of them has lost their wallet. */
export function RuleForm({ page, reply }: FormProps) {
  const { from, needed, others, seats } = page
  const { id } = useFrame()
  const given = from?.payload.kind === "rule" ? from.payload : null
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
      {/* Ticks are about the keepers of now. */}
      <SeatFields
        key={seats.map((seat) => seat.id).join()}
        candidates={[...seats, ...others]}
        reply={reply}
        chosen={(given?.seats ?? seats).map((seat) => seat.id)}
        needed={given?.needed ?? needed}
      />
    </RequestForm>
  )
}
