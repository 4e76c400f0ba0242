import { useRevalidator } from "@remix-run/react"
import { useSignedForm } from "~/components/wallet/signing/use-signed-form"
import type { PreparedLoan } from "~/effects/governance/delegations/loanForm"

const bodyOf = (form: FormData): Readonly<Record<string, unknown>> => ({
  to: form.get("to") ?? "",
  kinds: form.getAll("kinds"),
  until: form.get("until") ?? ""
})

const ownDigest = async (prepared: PreparedLoan, form: FormData): Promise<string> => {
  const { ownLoanDigest } = await import("~/effects/governance/delegations/loanForm")
  return ownLoanDigest(prepared, form)
}

/** Lending one's vote, signed in the wallet. It leads to a place on the same page, which is not loaded anew by that. */
export function useSignedLoan(communityId: string, account: string) {
  const { revalidate } = useRevalidator()
  return useSignedForm<PreparedLoan>({
    noun: "lent vote",
    address: `/api/delegations/${communityId}/prepare`,
    target: `/api/delegations/${communityId}`,
    onPublished: revalidate,
    account,
    bodyOf,
    statementOf: ({ delegation: { from, madeAt, nonce } }) => ({ issuer: from, publishAt: Date.parse(madeAt), nonce }),
    ownDigest
  })
}
