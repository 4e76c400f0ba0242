/** Properties of <community-connect> and their defaults (docs/connector.md). */
import { LitElement } from "lit"
import type { Account } from "../schema/Account"
import type { ButtonStatus, RequestCard } from "../WalletHandle"
import type { PersonaLine } from "./properties"
import type { ActiveTab } from "./words"

export type ConnectTheme = "radix-blue" | "black" | "white-with-outline" | "white" | "custom"

export class ConnectProperties extends LitElement {
  static override properties = {
    theme: { reflect: true },
    mode: { reflect: true },
    status: { reflect: true },
    connected: { type: Boolean, reflect: true },
    dAppName: {},
    personaLabel: {},
    holder: {},
    avatarUrl: {},
    loggedInTimestamp: {},
    showPopoverMenu: { type: Boolean, reflect: true },
    requestItems: { attribute: false },
    accounts: { attribute: false },
    personaData: { attribute: false },
    isMobile: { type: Boolean },
    isWalletLinked: { type: Boolean },
    isExtensionAvailable: { type: Boolean },
    fullWidth: { type: Boolean, reflect: true },
    activeTab: {},
    leaveWords: {},
    hasExplorer: { attribute: false },
    copied: { state: true }
  }

  declare theme: ConnectTheme
  declare mode: "light" | "dark"
  declare status: ButtonStatus
  declare connected: boolean
  declare dAppName: string
  declare personaLabel: string
  /** The person's name on this page, shown instead of the persona's; empty if unknown. */
  declare holder: string
  declare avatarUrl: string
  /** Unix milliseconds as a string, or empty. */
  declare loggedInTimestamp: string
  declare showPopoverMenu: boolean
  /** Newest first. */
  declare requestItems: ReadonlyArray<RequestCard>
  declare accounts: ReadonlyArray<Account>
  declare personaData: ReadonlyArray<PersonaLine>
  declare isMobile: boolean
  declare isWalletLinked: boolean
  declare isExtensionAvailable: boolean
  declare fullWidth: boolean
  declare activeTab: ActiveTab
  /** Label of the button that disconnects, because a page may end more with it, such as a session. */
  declare leaveWords: string
  /** False if no explorer shows the ledger: addresses and hashes are then not links. */
  declare hasExplorer: boolean
  declare protected copied: string

  constructor() {
    super()
    this.theme = "radix-blue"
    this.mode = "light"
    this.status = "default"
    this.connected = false
    this.dAppName = ""
    this.personaLabel = ""
    this.holder = ""
    this.avatarUrl = ""
    this.loggedInTimestamp = ""
    this.showPopoverMenu = false
    this.requestItems = []
    this.accounts = []
    this.personaData = []
    this.isMobile = false
    this.isWalletLinked = false
    this.isExtensionAvailable = false
    this.fullWidth = false
    this.activeTab = "sharing"
    this.leaveWords = "Disconnect"
    this.hasExplorer = true
    this.copied = ""
  }
}
