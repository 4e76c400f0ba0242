/** Who is paid, as a form names them: an active member by name, or any account by its address. */
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields } from "~/effects/base/failures/failures"
import { HandOver } from "~/effects/communities/steering/HandOver.server"

export const payeeIn = (communityId: CommunityId, text: string) =>
  Effect.gen(function* () {
    const { findMember } = yield* HandOver
    const member = yield* findMember(communityId, text)
    if (member !== undefined) return member.account
    const unknown = "No active member has this name, and it is no account on the test network."
    return yield* Effect.mapError(
      Schema.decode(AccountAddress)(text.trim()),
      () => new InvalidFields({ fields: { payee: unknown } })
    )
  })
