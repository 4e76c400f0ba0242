/** The address that leaves letters, as it stands in each of them. Pure. */
import type { NotificationType } from "./kinds"

export type Leaving = NotificationType | "digest"

export const leaveUrl = (site: string, secret: string, what: Leaving): string => `${site}/leave/${secret}?of=${what}`
