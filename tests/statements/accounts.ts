/** Calls of the queries of `accounts`. */
import { isTokenLive } from "#accounts/server/mails/one-time-tokens.queries.ts";
import type { CallsOf } from "./prepare.ts";
import { DATE, EMAIL, HASH, ID, PAGE, USERNAME } from "./values.ts";

const SITE = "https://accounts.example";
const PERSON = { email: EMAIL, username: USERNAME, passwordHash: null };

const TIME = "2024-05-06 07:08:09.123456+00";
const MOVED = {
  ...{ ...PERSON, id: ID, metadata: {}, isBlocked: false },
  ...{ confirmedAt: TIME, createdAt: TIME, lastSignInAt: null },
};

export const accounts = {
  "#accounts/server/records/access-records.queries.ts": {
    insertAccessRecords: [[[{ at: DATE, address: "192.0.2.1", port: 443, userId: ID, action: "login" }]]],
    deleteOldAccessRecords: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/records/access-records.queries.ts")>,

  "#accounts/server/sign-up/barred-addresses.queries.ts": {
    insertBarredAddress: [[HASH]],
    hasBarredAddress: [[HASH]],
    deleteExpiredBars: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/sign-up/barred-addresses.queries.ts")>,

  "#accounts/server/devices/known-devices.queries.ts": {
    hasKnownDevice: [[ID, HASH]],
    upsertKnownDevice: [[ID, HASH, ID]],
    deleteKnownDevicesBeyond: [[ID, 20]],
    deleteForgottenDevices: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/devices/known-devices.queries.ts")>,

  "#accounts/server/api-keys/api-keys.queries.ts": {
    selectKey: [[HASH]],
    insertKey: [[{ user_id: ID, name: "Meu", prefix: "pk_abcde", key_hash: HASH, scopes: ["read"] }, 30]],
    selectKeysOf: [[ID]],
    countValidKeys: [[ID]],
    revokeKeys: [[ID], [ID, ID]],
    updateLastUses: [[[ID]]],
    deleteEndedKeys: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/api-keys/api-keys.queries.ts")>,

  "#accounts/server/mails/one-time-tokens.queries.ts": {
    insertToken: [
      [{ id: ID, owner: { userId: ID, isMailed: true }, hash: HASH, expiresAt: DATE }],
      [{ id: ID, owner: { signupId: ID }, hash: HASH, expiresAt: DATE }],
    ],
    selectToken: [[{ hash: HASH }], [{ id: ID }]],
    selectRecoveryToken: [[ID, DATE]],
    isTokenLive: [`select ${isTokenLive("$1")}`],
    selectTokensOfSignups: [[[ID]]],
    deleteToken: [[ID]],
    deleteTokensOf: [[ID]],
    deleteExpiredTokens: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/mails/one-time-tokens.queries.ts")>,

  "#accounts/server/identities/flows.queries.ts": {
    insertFlow: [
      [{ issuer: SITE, codeChallenge: "c", returnPath: "/", linking: { id: ID, sessionId: ID } }],
      [{ issuer: SITE, codeChallenge: "c", returnPath: "/", linking: undefined }],
    ],
    takeAnswer: [[ID]],
    updatePerson: [[ID, { subject: "s", email: EMAIL, name: null }]],
    prolongFlow: [[ID]],
    selectAnswered: [[ID]],
    deleteFlow: [[ID]],
    deleteExpiredFlows: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/identities/flows.queries.ts")>,

  "#accounts/server/identities/identities.queries.ts": {
    selectIdentity: [[{ issuer: SITE, subject: "s" }]],
    selectIdentitiesOf: [[ID]],
    insertIdentity: [[{ user_id: ID, issuer: SITE, subject: "s", email: EMAIL }]],
    updateLastUse: [[ID]],
    deleteIdentity: [[ID]],
  } satisfies CallsOf<typeof import("#accounts/server/identities/identities.queries.ts")>,

  "#accounts/server/sessions/sessions.queries.ts": {
    selectViewer: [[ID, ID, true]],
    insertSession: [
      [{ id: ID, user_id: ID, refresh_key: HASH, auth_method: "otp", user_agent: null, ip: "192.0.2.1" }],
    ],
    selectSessionForRefresh: [[ID]],
    updateRotation: [[ID, { newest: 2, spent: 1, first: 2 }, { userAgent: null, ip: "192.0.2.1" }]],
    selectSessionOrigin: [[ID]],
    selectSessionsOf: [[ID, ID, 20]],
    deleteOwnSession: [[ID, ID]],
    deleteSession: [[ID]],
    deleteSessionsByPasskey: [
      [ID, ID],
      [ID, ID, ID],
    ],
    deleteSessionsOf: [[ID], [ID, { keep: ID }], [ID, { keep: ID, device: ID, sparesPasskeys: true }]],
    deleteIdleSessions: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/sessions/sessions.queries.ts")>,

  "#accounts/server/passkeys/passkeys.queries.ts": {
    selectPasskeysOf: [[ID]],
    hasPasskeys: [[ID]],
    insertPasskey: [
      [{ user_id: ID, credential_id: "x", public_key: HASH, counter: 0, backed_up: true, name: "Celular" }],
    ],
    selectCredential: [["x"]],
    selectCounter: [[ID]],
    updateUse: [[ID, { counter: 1, backed_up: true }]],
    renamePasskey: [[ID, ID, "Celular"]],
    selectWhetherPasskeys: [[ID]],
    noteHadPasskey: [[ID]],
    selectEndOfFirstDay: [[ID]],
    deletePasskey: [[ID, ID, ID]],
    deleteResetPasskeys: [[ID]],
    insertSpentChallenge: [[HASH, DATE]],
    isSpent: [[HASH]],
    deleteSpentChallenges: [[]],
    selectReset: [[ID]],
    insertReset: [[ID, DATE]],
    deleteReset: [[ID]],
    selectDueResets: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/passkeys/passkeys.queries.ts")>,

  "#accounts/server/passkeys/passkeys.shared.queries.ts": {
    selectWithoutPasskeys: [[[ID], EMAIL]],
    selectPasskeyStates: [[[ID]]],
    selectPasskeyNames: [[ID]],
  } satisfies CallsOf<typeof import("#accounts/server/passkeys/passkeys.shared.queries.ts")>,

  "#accounts/server/keys/signing-keys.queries.ts": {
    lockSigningKeys: [[]],
    selectSigningKeys: [[]],
    insertSigningKey: [["key", { kty: "EC" }, HASH]],
    retireSigningKey: [["key"]],
  } satisfies CallsOf<typeof import("#accounts/server/keys/signing-keys.queries.ts")>,

  "#accounts/server/sign-up/signups.queries.ts": {
    insertMovedSignup: [[{ ...PERSON, id: ID, passwordHash: "hash", metadata: {} }]],
    insertSignup: [
      [
        {
          email: EMAIL,
          username: USERNAME,
          passwordHash: "hash",
          metadata: {},
          browserHash: HASH,
          networkHash: HASH,
        },
      ],
    ],
    selectLiveSignups: [[EMAIL]],
    isNameOfEarlier: [[{ email: EMAIL, username: USERNAME, network_hash: HASH, browser_hash: HASH }, [ID]]],
    takeSignup: [[ID]],
    deleteSignups: [[[{ id: ID }]]],
    deleteSignupsOf: [[EMAIL]],
    updateConfirmationSentAt: [[[ID], DATE]],
    deleteExpiredSignups: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/sign-up/signups.queries.ts")>,

  "#accounts/server/account/account-data.shared.queries.ts": {
    selectAccount: [[ID]],
    findAccountId: [[EMAIL], [USERNAME]],
    selectSessions: [[ID]],
    selectKnownDevices: [[ID]],
    selectApiKeys: [[ID]],
    selectIdentities: [[ID]],
    selectPasskeys: [[ID]],
    countAccess: [[ID]],
    readAccessRecords: [[ID]],
  } satisfies CallsOf<typeof import("#accounts/server/account/account-data.shared.queries.ts")>,

  "#accounts/server/users/user-list.shared.queries.ts": {
    selectUsers: [
      [undefined, PAGE],
      [{ text: "an", id: ID }, PAGE],
    ],
    countUsers: [[undefined], [{ text: "an", id: null }]],
  } satisfies CallsOf<typeof import("#accounts/server/users/user-list.shared.queries.ts")>,

  "#accounts/server/identities/identities.shared.queries.ts": {
    insertMovedIdentities: [
      [[{ user_id: ID, issuer: "i", subject: "s", email: EMAIL, created_at: "2026-01-02" }], EMAIL],
    ],
  } satisfies CallsOf<typeof import("#accounts/server/identities/identities.shared.queries.ts")>,

  "#accounts/server/users/users.queries.ts": {
    lockAddress: [[EMAIL]],
    selectUser: [[ID]],
    hasIdentities: [[ID]],
    deleteIdentitiesOf: [[ID]],
    deleteFlowsOf: [[ID]],
    deleteFlowsWithAddress: [
      [EMAIL, null],
      [EMAIL, ID],
    ],
    selectWaysIn: [[ID, ["https://issuer.example"]]],
    selectUserByEmail: [[EMAIL]],
    selectBcryptCost: [[]],
    noteEnteredWithoutPassword: [[ID]],
    replacePasswordHash: [[ID, "from", "to"]],
    insertMovedUser: [[MOVED]],
    lockMovedUser: [[MOVED]],
    updateMovedUser: [[ID, { email: EMAIL, passwordHash: null, isBlocked: false, createdAt: TIME }]],
    selectPasswordHash: [[ID]],
    insertUser: [[PERSON], [{ ...PERSON, id: ID }]],
    updateLastSignIn: [[ID]],
    updateUser: [[ID, { passwordHash: "hash", username: USERNAME, metadata: {} }]],
    lockUser: [[ID]],
    selectUserForAdding: [[ID]],
    updateBlocked: [[ID, true]],
    updateRemoved: [
      [ID, true],
      [ID, false],
    ],
    deleteUser: [[ID]],
    updateRecoverySentAt: [[ID, DATE]],
    isNameHeldByOthers: [[USERNAME, EMAIL]],
    claimName: [[USERNAME, EMAIL, DATE]],
    moveName: [[USERNAME, EMAIL, EMAIL]],
    releaseUnusedNames: [[EMAIL]],
    deleteExpiredNames: [[]],
  } satisfies CallsOf<typeof import("#accounts/server/users/users.queries.ts")>,

  "#accounts/server/users/users.shared.queries.ts": {
    findUser: [[ID]],
    findContacts: [[[ID]]],
    isNewAccount: [[ID]],
    lockAccount: [[ID]],
    lockAccountForAdding: [[ID]],
  } satisfies CallsOf<typeof import("#accounts/server/users/users.shared.queries.ts")>,
};
