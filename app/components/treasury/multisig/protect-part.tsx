import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { Notice } from "~/components/base/parts/notice"
import { Term } from "~/components/base/parts/term"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { RequestPart } from "~/components/treasury/deployment/request-part"
import { useIsAsked } from "~/components/treasury/deployment/use-is-asked"
import { HolderEntry } from "~/components/treasury/treasury/holder-entry"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import type { OpenView, PlanView } from "~/effects/treasury/multisig/views"
import { ClosedRequest } from "./closed-request"
import { SignerFields } from "./signer-fields"

type Props = { readonly page: OpenView; readonly reply: PageReply | undefined }

/** A treasury that one badge can spend from. The owner can change that here; everyone else reads how it is. */
export function ProtectPart({ page, reply }: Props) {
  const { id, name } = useFrame()
  const isAsked = useIsAsked(page.openTransaction)
  return (
    <div className="narrow stack" data-gap="l">
      <header className="stack">
        <h1>Signers of the treasury</h1>
        <p>
          Today anyone with an admin badge can spend from the treasury of {name} alone. With signers, the ledger itself
          requires several of them for every payment.
        </p>
      </header>
      {page.plan !== null && <PlanPart plan={page.plan} />}
      <Block id="holders" title="Who can spend alone today">
        <ul className="entries">
          {page.holders.map(({ address, ids, name: holder }) => (
            <HolderEntry key={address} address={address} name={holder}>
              <span className="address">{ids.join(" ")}</span>
            </HolderEntry>
          ))}
        </ul>
        <LedgerTime time={page.time} />
      </Block>
      <ReplyNotice reply={replyTo(reply, "drop-protect")} />
      {page.openTransaction !== null && (
        <Block id="act" title={isAsked ? "One transaction" : "The last transaction"}>
          <RequestPart transaction={page.openTransaction} drop="drop-protect" />
        </Block>
      )}
      {!isAsked && <MayProtect page={page} reply={replyTo(reply, "protect")} />}
      {page.openRequests.map((request) => (
        <ClosedRequest key={request.id} request={request} now={page.now} />
      ))}
      <p>
        <Link to={badgesHref(id)}>Admin badges of {name}</Link>
      </p>
    </div>
  )
}

/** The form, or the reason why there is none. */
function MayProtect({ page, reply }: Props) {
  const { hasRelayer, holders, isOwner, mine } = page
  const why = !hasRelayer
    ? "Signers need a relayer key of this site, which submits what they sign. The operator of this site has not set one up."
    : !isOwner || mine === null
      ? "The owner can do this, with an admin badge of their own."
      : holders.length < 2
        ? "At least two people need an admin badge each. Give a member one first."
        : null
  if (why === null) return <ProtectForm page={page} reply={reply} />
  return (
    <Notice tone="open">
      <p>{why}</p>
    </Notice>
  )
}

function ProtectForm({ page: { holders, keys, needsProof, plan }, reply }: Props) {
  const isSending = useNavigation().formData?.get("intent") === "protect"
  const candidates = holders.flatMap(({ address, ids, name }) => ids.map((id) => ({ id, account: address, name })))
  const isWanted = ({ id }: { readonly id: string }) => plan === null || plan.people.some(({ badge }) => badge === id)
  return (
    <Block id="protect" title="Require several signers">
      <Term of="multisig treasury">What is a multisig treasury?</Term>
      <Form className="stack" data-gap="l" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={reply} />
        <SignerFields
          candidates={candidates}
          reply={reply}
          chosen={candidates.filter(isWanted).map(({ id }) => id)}
          needed={plan?.needed ?? Math.max(2, candidates.length - 1)}
          isByKeys={false}
          keys={keys}
        />
        <Notice tone="warn">
          <p>
            From then on no single admin signs for payouts and bonds: signers approve the money for them together, and
            the relayer pays and settles from it. If more signers lose their wallets than the rule allows for, nobody
            can spend from this treasury again.
          </p>
        </Notice>
        {needsProof && reply === undefined && (
          <p className="small muted">This step needs a proof from your wallet of the last 24 hours.</p>
        )}
        <div className="form-end">
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="protect"
            isBusy={isSending}
          >
            {isSending ? "Preparing…" : "Prepare the transaction"}
          </BusyButton>
        </div>
      </Form>
    </Block>
  )
}

/** The signers chosen at the founding, and the steps left until the treasury needs their approval. */
function PlanPart({ plan: { needed, people } }: { readonly plan: PlanView }) {
  const { id } = useFrame()
  const missing = people.filter(({ badge }) => badge === null).length
  return (
    <Block id="plan" title={`Chosen at the founding: ${needed} of ${people.length} signers`}>
      <div className="stack">
        <p>
          {missing === 0
            ? "Everyone has a badge. One transaction is left: require several signers below."
            : `${counted(missing, "badge")} to hand out, then one transaction that makes their approval necessary.`}
        </p>
        <ol className="checklist">
          {people.map(({ account, badge, name }) => (
            <li key={account} data-tone={badge === null ? undefined : "ok"}>
              <Icon name={badge === null ? "circle" : "check"} />
              <span>
                {badge === null ? "A badge for " : "Badge of "}
                {name ?? shortAddress(account)}
                {badge !== null && <span className="visually-hidden"> (done)</span>}
              </span>
              {badge === null && (
                <Link
                  className="button"
                  data-size="s"
                  to={`${badgesHref(id)}&to=${account}`}
                  aria-label={`Give a badge to ${name ?? shortAddress(account)}`}
                >
                  Give
                </Link>
              )}
              <small>{badge === null ? "You sign one transaction for it." : badge}</small>
            </li>
          ))}
          <li>
            <Icon name="circle" />
            <span>Require several signers</span>
            <small>
              From then on {needed} of {people.length} must approve. Until then any one badge is enough.
            </small>
          </li>
        </ol>
      </div>
    </Block>
  )
}
