import type { ToSign } from "~/effects/announcements/statement"
import { useSignedForm } from "../signing/use-signed-form"

type Prepared = ToSign & { readonly digest: string }

const ownDigest = async ({ digest: _, ...toSign }: Prepared, form: FormData): Promise<string> => {
  const [{ toStatement }, { statementDigest }] = await Promise.all([
    import("~/effects/announcements/statement"),
    import("~/effects/votes/statement")
  ])
  const text = (name: string) => String(form.get(name) ?? "")
  const body = text("body").replace(/\r\n?/g, "\n")
  return statementDigest(toStatement({ ...toSign, title: text("title").trim(), body }))
}

/** Publishing an announcement with a signature. */
export const useSignedPublish = (communityId: string, account: string) =>
  useSignedForm<Prepared>({
    noun: "announcement",
    address: `/api/announcements/${communityId}/prepare`,
    account,
    bodyOf: (form) => Object.fromEntries(form),
    statementOf: (prepared) => prepared,
    ownDigest
  })
