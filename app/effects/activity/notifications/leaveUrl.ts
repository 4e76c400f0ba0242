/** The unsubscribe address in every e-mail. Pure. */
import type { NotificationType } from "./kinds"

export type Leaving = NotificationType | "digest"

export const leaveUrl = (site: string, secret: string, what: Leaving): string => `${site}/leave/${secret}?of=${what}`
