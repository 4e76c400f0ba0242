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

/**
 * Signs and sends a delegation. Its result is a place on the same page, so the data is revalidated instead of reloaded.
 */
export function useSignedLoan(communityId: string, account: string) {
  const { revalidate } = useRevalidator()
  return useSignedForm<PreparedLoan>({
    noun: "delegation",
    address: `/api/delegations/${communityId}/prepare`,
    target: `/api/delegations/${communityId}`,
    onPublished: revalidate,
    account,
    bodyOf,
    statementOf: ({ delegation: { from, madeAt, nonce } }) => ({ issuer: from, publishAt: Date.parse(madeAt), nonce }),
    ownDigest
  })
}
