/**
 * What is shown before the wizard (docs/product/access.md, "The wallet gate"): why nobody can sign up now, a
 * spinner while the wallet loads, and a redirect home without an account.
 */
import { Form, Link, Navigate } from "@remix-run/react"
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Notice } from "~/components/base/parts/notice"
import { Spinner } from "~/components/base/parts/spinner"
import { useRootData } from "~/components/base/site/root-data"
import { useWallet, useWalletNow } from "~/components/wallet/wallet/use-wallet"
import { isWalletStored } from "~/connector/WalletHandle"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import { type OwnSignupRequest, REQUEST_DAYS, type SignupPage } from "~/effects/people/signup/signupMode"

/** For search engines and link previews. */
export const SIGN_UP_SUMMARY = "Connect your wallet, fill in your profile and confirm your e-mail: three short steps."

const WizardPage = lazy(() => import("./wizard-page"))

type Props = {
  readonly page: SignupPage
  /** The reply to the form that withdraws a sign-up. */
  readonly reply?: PageReply | undefined
}

/** No field is shown where nothing could be sent: closed, without an invitation, waiting, or refused for good. */
export function SignupGate({ page, reply }: Props) {
  const { request } = page
  if (reply?.ok === true) return <Instead reply={reply} />
  if (request !== null && request.refusal === null) return <WaitingView request={request} reply={reply} />
  if (request !== null && !request.mayAskAgain) return <Instead>{refusalWords(request)}</Instead>
  if (page.closed !== null) return <Closed words={page.closed} />
  if (page.mode === "invitation" && page.invitation !== "valid") return <WithoutInvitation page={page} />
  return (
    <>
      {request !== null && (
        <Notice tone="warn">
          {refusalWords(request)}
          <p>You can sign up once more.</p>
        </Notice>
      )}
      {page.mode === "approval" && (
        <Notice>
          <p>
            Operators of this site approve each sign-up. They read the name, e-mail address and profile that you send
            here; you get an e-mail when they have decided.
          </p>
        </Notice>
      )}
      {page.mode === "invitation" && (
        <Notice tone="ok">
          <p>You were invited. Sign up before the invitation expires.</p>
        </Notice>
      )}
      <OpenGate afterwards={page.mode === "approval" ? "/signup" : "/userDashboard"} />
    </>
  )
}

function Instead({ children, reply }: { readonly children?: ReactNode; readonly reply?: PageReply }) {
  return (
    <div className="stack">
      <h1>Sign up</h1>
      <ReplyNotice reply={reply} />
      {children !== undefined && <Notice tone="warn">{children}</Notice>}
      <p>Everything public can be read without an account.</p>
      <p>
        <Link to="/explore">Explore communities</Link>
      </p>
    </div>
  )
}

function Closed({ words }: { readonly words: string }) {
  return (
    <div className="stack">
      <h1>Sign up</h1>
      <Notice tone="warn">
        <p>{words}</p>
        <p>A draft that you began here stays in this browser. Everything public can be read without an account.</p>
      </Notice>
    </div>
  )
}

function WithoutInvitation({ page: { ask, invitation } }: { readonly page: SignupPage }) {
  return (
    <div className="stack">
      <h1>Sign up</h1>
      <Notice tone="needs">
        <p>
          {invitation === "ended"
            ? "Your invitation was used, withdrawn, or has expired."
            : "Signing up here needs an invitation."}{" "}
          {ask}
        </p>
        <p>With an invitation, open its link in this browser. A draft that you began here stays in it.</p>
      </Notice>
      <p className="row">
        <Link to="/support">Support</Link>
        <Link to="/explore">Explore communities</Link>
      </p>
    </div>
  )
}

const refusalWords = ({ refusal }: OwnSignupRequest) => (
  <p>
    The operators did not approve your sign-up: “{refusal}” What you sent was deleted. To object,{" "}
    <Link to="/support">write to us</Link>.
  </p>
)

function WaitingView({
  reply,
  request
}: {
  readonly request: OwnSignupRequest
  readonly reply: PageReply | undefined
}) {
  return (
    <div className="stack">
      <h1>Waiting for approval</h1>
      <ReplyNotice reply={reply} />
      <Notice tone="open">
        <p>
          {request.username}, your sign-up of {inUtc("moment", request.requestedAt)} UTC is complete. An operator of
          this site reads it next, and you get an e-mail with the decision.
        </p>
        <p>
          Until then you can read what is public. A sign-up that nobody decides within {REQUEST_DAYS} days is deleted,
          and you are told by e-mail.
        </p>
      </Notice>
      <Form method="post" action="/signup">
        <p>
          <button className="button" type="submit" name="intent" value="withdraw-signup">
            Withdraw and delete what I sent
          </button>
        </p>
      </Form>
      <p>
        <Link to="/explore">Explore communities</Link>
      </p>
    </div>
  )
}

/** `afterwards` is where a sign-up ends, whatever page the person came from (docs/product/errors.md). */
function OpenGate({ afterwards }: { readonly afterwards: string }) {
  const { session, uploads } = useRootData()
  const wallet = useWallet()
  useWalletNow()
  const inside = useRef<(typeof wallet.accounts)[number]>()
  const isWaiting = wallet.isLoading || !wallet.isInitialized
  const { settings } = wallet
  useEffect(() => {
    // The connector would find the same, but seconds later on a slow phone. A new document, because home then appears
    // immediately.
    if (isWaiting && !isWalletStored(settings, () => localStorage)) window.location.replace("/")
  }, [isWaiting, settings])
  if (isWaiting) {
    return (
      <div className="signup-waiting">
        <WithoutJavaScript />
        <Spinner label="Connecting to wallet..." size="page" />
      </div>
    )
  }
  // While a signed-in person proves their account again, the connector lists no accounts; the wizard and its draft must
  // not unmount.
  const account = wallet.accounts[0] ?? (wallet.isConnecting ? inside.current : undefined)
  if (account === undefined) return <Navigate to="/" replace />
  inside.current = account
  return (
    <Suspense fallback={<Loading />}>
      <WizardPage
        account={account}
        uploads={uploads}
        hasProfile={session?.account === account.address && session.profile !== null}
        onConnect={() => void wallet.connect()}
        afterwards={afterwards}
      />
    </Suspense>
  )
}

function Loading() {
  return (
    <div className="signup-waiting">
      <Spinner label="Loading..." size="page" />
    </div>
  )
}

function WithoutJavaScript() {
  return (
    <noscript>
      <div className="notice" data-tone="warn">
        <div>
          <p>Signing up needs your wallet and JavaScript.</p>
          <p className="row">
            <a href="https://wallet.radixdlt.com/">Get the wallet</a>
            <a href="https://www.enable-javascript.com/">How to turn on JavaScript</a>
          </p>
        </div>
      </div>
    </noscript>
  )
}
