import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Notice } from "~/components/base/parts/notice"
import { Tabs } from "~/components/base/parts/tabs"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useWallet, useWalletNow } from "~/components/wallet/wallet/use-wallet"
import type { PageReply } from "~/effects/base/remix/PageReply"

const tabs = [
  ["overview", "/operator", "Overview"],
  ["find", "/operator/find", "Find"],
  ["takedown", "/operator/takedown", "Takedowns"],
  ["signups", "/operator/signups", "Sign-ups"],
  ["emails", "/operator/emails", "E-mails"],
  ["log", "/operator/log", "Audit log"]
] as const
export type OperatorTab = (typeof tabs)[number][0]

type Props = {
  readonly tab: OperatorTab
  readonly lead?: string
  readonly isProven: boolean
  readonly reply?: PageReply | undefined
  readonly children: ReactNode
}

/** Frame of the operators' pages. Without a fresh wallet proof it shows only the request for one. */
export function OperatorPage({ children, isProven, lead, reply, tab }: Props) {
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>Operator</h1>
        {lead !== undefined && <p>{lead}</p>}
      </header>
      {isProven ? (
        <>
          <Tabs label="Operator" current={tab}>
            {tabs.map(([name, path, words]) => (
              <Link key={name} to={path} aria-current={name === tab ? "page" : undefined}>
                {words}
              </Link>
            ))}
          </Tabs>
          <ReplyNotice reply={reply} />
          {children}
        </>
      ) : (
        <Confirm isRefused={reply !== undefined && !reply.ok} />
      )}
    </div>
  )
}

/**
 * Asks for a fresh wallet proof. The response to a form that was sent too late carries its values, which fill the form
 * again once it is shown.
 */
function Confirm({ isRefused }: { readonly isRefused: boolean }) {
  const wallet = useWallet()
  useWalletNow()
  return (
    <Notice tone="needs" role={isRefused ? "alert" : "status"}>
      <div className="stack" data-gap="s">
        <p>
          {isRefused && "Nothing was changed. "} Please confirm with your wallet again: this page needs a proof from the
          last 24 hours. {isRefused && " The form keeps what you typed."}
        </p>
        <HydratedButton className="button" data-kind="primary" onClick={() => void wallet.connect()}>
          Sign in with your wallet
        </HydratedButton>
        <noscript>
          <p>Signing in with a wallet needs JavaScript. The page itself works without.</p>
        </noscript>
      </div>
    </Notice>
  )
}
