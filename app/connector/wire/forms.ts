/**
 * Forms of the schemas in `../schema`, as plain data, so that no page has to load a schema library to connect a wallet.
 * The schemas are authoritative: `tests/connector/forms.test.ts` derives each form from its schema and compares.
 */
import type * as Message from "../schema/ExtensionMessage"
import type { RequestItem } from "../schema/RequestItem"
import type * as Stored from "../schema/Stored"
import type { WalletInteraction } from "../schema/WalletInteraction"
import type { WalletResponse } from "../schema/WalletResponse"
import type { WalletState } from "../schema/WalletState"
import type { FormOf } from "./Form"

const finite = ["ruled", "finite", "number"] as const
const whole = ["ruled", "whole", "number"] as const
const hash = ["ruled", "nonEmpty", "text"] as const
const texts = ["list", "text"] as const

const account = { address: "text", label: "text", appearanceId: finite } as const
const persona = { identityAddress: "text", label: "text" } as const
const personaName = {
  variant: ["is", "western", "eastern"],
  familyName: "text",
  nickname: "text",
  givenNames: "text"
} as const
const proof = { publicKey: "text", signature: "text", curve: ["is", "curve25519", "secp256k1"] } as const
const accountProof = { accountAddress: "text", proof } as const
const quantity = { quantifier: ["is", "exactly", "atLeast"], quantity: ["ruled", "quantity", "number"] } as const

// -- requests -----------------------------------------------------------------------------------------------------

const accountsRequest = { numberOfAccounts: quantity, "challenge?": "text" } as const
const personaDataRequest = {
  "isRequestingName?": "truth",
  "numberOfRequestedEmailAddresses?": quantity,
  "numberOfRequestedPhoneNumbers?": quantity
} as const

export const walletInteraction: FormOf<WalletInteraction> = {
  interactionId: "text",
  metadata: { version: ["is", 2], networkId: finite, dAppDefinitionAddress: "text", origin: "text" },
  items: [
    "one of",
    [
      {
        discriminator: ["is", "unauthorizedRequest"],
        "oneTimeAccounts?": accountsRequest,
        "oneTimePersonaData?": personaDataRequest
      },
      {
        discriminator: ["is", "authorizedRequest"],
        auth: [
          "one of",
          [
            { discriminator: ["is", "usePersona"], identityAddress: "text" },
            { discriminator: ["is", "loginWithoutChallenge"] },
            { discriminator: ["is", "loginWithChallenge"], challenge: "text" }
          ]
        ],
        "reset?": { accounts: "truth", personaData: "truth" },
        "proofOfOwnership?": { challenge: "text", "accountAddresses?": texts, "identityAddress?": "text" },
        "oneTimeAccounts?": accountsRequest,
        "ongoingAccounts?": accountsRequest,
        "oneTimePersonaData?": personaDataRequest,
        "ongoingPersonaData?": personaDataRequest
      },
      {
        discriminator: ["is", "transaction"],
        send: { transactionManifest: "text", version: finite, "blobs?": texts, "message?": "text" }
      },
      {
        discriminator: ["is", "preAuthorizationRequest"],
        "request?": {
          discriminator: ["is", "subintent"],
          version: finite,
          manifestVersion: finite,
          subintentManifest: "text",
          "blobs?": texts,
          "message?": "text",
          expiration: [
            "one of",
            [
              { discriminator: ["is", "expireAtTime"], unixTimestampSeconds: finite },
              { discriminator: ["is", "expireAfterDelay"], expireAfterSeconds: finite }
            ]
          ],
          "header?": {
            networkId: whole,
            startEpochInclusive: whole,
            endEpochExclusive: whole,
            "minProposerTimestampInclusive?": whole,
            "maxProposerTimestampExclusive?": whole,
            intentDiscriminator: whole
          }
        }
      },
      { discriminator: ["is", "cancelRequest"] }
    ]
  ]
}

const walletData = {
  accounts: ["list", account],
  personaData: [
    "list",
    [
      "one of",
      [
        { entry: ["is", "fullName"], fields: personaName },
        { entry: ["is", "emailAddresses"], fields: texts },
        { entry: ["is", "phoneNumbers"], fields: texts }
      ]
    ]
  ],
  proofs: ["list", { type: ["is", "persona", "account"], challenge: "text", address: "text", proof }],
  "persona?": persona
} as const

export const requestItem: FormOf<RequestItem> = {
  type: ["is", "loginRequest", "dataRequest", "proofRequest", "sendTransaction", "preAuthorizationRequest"],
  status: ["is", "pending", "pendingCommit", "success", "fail", "ignored", "timedOut"],
  createdAt: finite,
  interactionId: "text",
  showCancel: "truth",
  isOneTimeRequest: "truth",
  "walletInteraction?": walletInteraction,
  "error?": "text",
  "errorMessage?": "text",
  "warning?": "text",
  "transactionIntentHash?": "text",
  "walletResponse?": "anything",
  "sentToWallet?": "truth",
  "receivedByWallet?": "truth",
  "metadata?": {
    "transactionStatus?": "text",
    "signedPartialTransaction?": "text",
    "expirationTimestamp?": finite,
    "subintentHash?": "text",
    "parentTransactionIntentHash?": "text"
  },
  "continuation?": { kind: "text", payload: "anything", "answer?": walletData }
}

// -- answers ------------------------------------------------------------------------------------------------------

const accountsResponse = [
  "ruled",
  "provenAccounts",
  { accounts: ["list", account], "challenge?": "text", "proofs?": ["list", accountProof] }
] as const
const personaDataResponse = { "name?": personaName, "emailAddresses?": texts, "phoneNumbers?": texts } as const

export const walletResponse: FormOf<WalletResponse> = [
  "one of",
  [
    {
      discriminator: ["is", "success"],
      interactionId: "text",
      items: [
        "one of",
        [
          {
            discriminator: ["is", "unauthorizedRequest"],
            "oneTimeAccounts?": accountsResponse,
            "oneTimePersonaData?": personaDataResponse
          },
          {
            discriminator: ["is", "authorizedRequest"],
            auth: [
              "one of",
              [
                { discriminator: ["is", "usePersona"], persona },
                { discriminator: ["is", "loginWithoutChallenge"], persona },
                { discriminator: ["is", "loginWithChallenge"], persona, challenge: "text", proof }
              ]
            ],
            "proofOfOwnership?": {
              challenge: "text",
              proofs: ["list", ["one of", [accountProof, { identityAddress: "text", proof }]]]
            },
            "ongoingAccounts?": accountsResponse,
            "ongoingPersonaData?": personaDataResponse,
            "oneTimeAccounts?": accountsResponse,
            "oneTimePersonaData?": personaDataResponse
          },
          { discriminator: ["is", "transaction"], send: { transactionIntentHash: hash } },
          {
            discriminator: ["is", "preAuthorizationResponse"],
            "response?": { expirationTimestamp: finite, subintentHash: hash, signedPartialTransaction: "text" }
          }
        ]
      ]
    },
    { discriminator: ["is", "failure"], interactionId: "text", error: "text", "message?": "text" }
  ]
]

export const extensionMessage: FormOf<Message.ExtensionMessage> = [
  "one of",
  [
    {
      eventType: ["is", "extensionStatus"],
      "isExtensionAvailable?": "truth",
      "isWalletLinked?": "truth",
      "canHandleSessions?": "truth"
    },
    {
      eventType: ["is", "receivedByExtension", "receivedByWallet", "requestCancelSuccess", "requestCancelFail"],
      interactionId: "text"
    }
  ]
]
export const addressed: FormOf<Message.Addressed> = { interactionId: "text" }

// -- the browser's storage ----------------------------------------------------------------------------------------

export const walletState: FormOf<WalletState> = {
  walletData,
  loggedInTimestamp: "text",
  sharedData: {
    "persona?": { proof: "truth" },
    "ongoingAccounts?": { proof: "truth", "numberOfAccounts?": quantity },
    "ongoingPersonaData?": personaDataRequest
  }
}
export const storedExtension: FormOf<Stored.StoredExtension> = { "sessionId?": "text" }
export const storedSelection: FormOf<Stored.StoredSelection> = { "address?": "text" }
