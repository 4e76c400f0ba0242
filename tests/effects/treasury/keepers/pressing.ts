/** The buttons of the keepers' page, and what then waits. */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { ActsRepo } from "~/effects/treasury/keepers/ActsRepo.server"
import { keepersAction } from "~/effects/treasury/keepers/pages/actions.server"
import type { Signer } from "~/ledger/index"
import { accountOf } from "../../../ledger/signing"
import { signIn, visit } from "../../publishing/dashboard/visits"

/** Presses a button of the keepers' page; answers what is refused, and nothing where it went through. */
export const press = (community: Community, by: Signer, form: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const token = yield* signIn(accountOf(by))
    const params = { id: community.id }
    const asked = visit(`/community/detail/${community.id}/keepers`, keepersAction, {
      token,
      params,
      form: Object.entries(form)
    })
    const reply = yield* Effect.option(asked)
    return Option.match(reply, { onNone: () => "", onSome: ({ value }) => value.data.message })
  })

export const waiting = ({ id }: Community) =>
  Effect.gen(function* () {
    const [act] = yield* (yield* ActsRepo).waiting(id)
    return act ?? (yield* Effect.dieMessage("nothing waits for the keepers"))
  })
