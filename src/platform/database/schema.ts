/**
 * The database's tables as Kysely sees them.
 * Generated from the migrations: npm run db:types
 */

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccessRecords {
  action: string;
  address: string;
  at: Timestamp;
  port: number | null;
  user_id: string | null;
}

export interface ApiKeys {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  key_hash: Buffer;
  last_used_at: Timestamp | null;
  name: string;
  prefix: string;
  revoked_at: Timestamp | null;
  scopes: string[];
  user_id: string;
}

export interface Appeals {
  answered_by: number | null;
  created_at: Generated<Timestamp>;
  decision_id: number;
  id: Generated<number>;
  outcome: string | null;
  report_id: number | null;
  side: string;
  text: string;
}

export interface AuditLog {
  action: string;
  admin_id: string | null;
  admin_username: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  new_label: string | null;
  prompts_removed: Generated<number>;
  reason: string | null;
  target_label: string;
  target_prompt_id: number | null;
  target_user_id: string | null;
}

export interface BackupAlarms {
  night: Timestamp;
  told_at: Generated<Timestamp>;
}

export interface Backups {
  bytes: number;
  copied_at: Timestamp | null;
  file: string;
  finished_at: Generated<Timestamp>;
  id: Generated<number>;
  nightly: Generated<boolean>;
}

export interface BarredAddresses {
  address_hash: Buffer;
  expires_at: Timestamp;
}

export interface BarredPictures {
  barred_at: Generated<Timestamp>;
  fingerprint: string | null;
  hash: string;
  prompt_id: number | null;
  served: Generated<boolean>;
}

export interface CollectionFollows {
  collection_id: number;
  created_at: Generated<Timestamp>;
  follower_id: string;
}

export interface CollectionItems {
  added_at: Generated<Timestamp>;
  collection_id: number;
  note: string | null;
  position: number;
  prompt_id: number;
}

export interface Collections {
  created_at: Generated<Timestamp>;
  description: string | null;
  followers_count: Generated<number>;
  id: Generated<number>;
  is_public: Generated<boolean>;
  public_before_withdrawal: Generated<boolean>;
  title: string;
  updated_at: Generated<Timestamp>;
  user_id: string;
  version: Generated<number>;
  withdrawn_at: Timestamp | null;
  withdrawn_reason: string | null;
}

export interface DailyCounts {
  day: Timestamp;
  likes: number;
  people: number;
  prompts: number;
}

export interface Decisions {
  action: string;
  case_id: number;
  category: string | null;
  content_hash: string | null;
  created_at: Generated<Timestamp>;
  deadline: Timestamp | null;
  decided_as: string;
  decided_by: string | null;
  decided_by_username: string | null;
  delete_at: Timestamp | null;
  ground: string;
  id: Generated<number>;
  opened_at: Timestamp | null;
  overturned_by: number | null;
  read_at: Timestamp | null;
  reason: string | null;
  report_id: number | null;
  still: Generated<string[]>;
}

export interface Favorites {
  created_at: Generated<Timestamp>;
  prompt_id: number;
  user_id: string;
}

export interface Identities {
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<string>;
  issuer: string;
  last_used_at: Generated<Timestamp>;
  subject: string;
  user_id: string;
}

export interface Images {
  animated: Generated<boolean>;
  bytes: number;
  color: string;
  created_at: Generated<Timestamp>;
  fingerprint: string | null;
  hash: string;
  height: number;
  width: number;
}

export interface ImportedPrompts {
  import_id: number;
  prompt_id: number;
}

export interface Imports {
  collection_id: number | null;
  created_at: Generated<Timestamp>;
  format: string;
  id: Generated<number>;
  key: string | null;
  prompts_count: number;
  undone_at: Timestamp | null;
  user_id: string;
}

export interface IssuerFlows {
  answered_at: Timestamp | null;
  code_challenge: string;
  email: string | null;
  expires_at: Generated<Timestamp>;
  id: Generated<string>;
  issuer: string;
  name: string | null;
  return_path: string;
  session_id: string | null;
  subject: string | null;
  user_id: string | null;
}

export interface KnownDevices {
  device_hash: Buffer;
  session_id: string;
  used_at: Generated<Timestamp>;
  user_id: string;
}

export interface Likes {
  created_at: Generated<Timestamp>;
  prompt_id: number;
  user_id: string;
}

export interface LlmTypes {
  id: number;
  name: string;
  prompts_count: Generated<number>;
}

export interface ModerationCases {
  alike_case_id: number | null;
  author_id: string;
  author_username: string;
  category: string | null;
  collection_id: number | null;
  deadline: Timestamp | null;
  decided_at: Timestamp | null;
  earlier: Generated<unknown>;
  hidden_automatically: Generated<boolean>;
  id: Generated<number>;
  label: string;
  opened_at: Timestamp | null;
  preserved_account: unknown | null;
  preserved_until: Timestamp | null;
  prompt_id: number | null;
  reported_user_id: string | null;
  result_id: number | null;
  snapshot: unknown;
  state: Generated<string>;
  version: Generated<number>;
}

export interface Moderators {
  named_at: Generated<Timestamp>;
  user_id: string;
}

export interface MovedPrompts {
  digest: string;
  old_id: string;
  prompt_id: number | null;
  views: number;
}

export interface NewsMails {
  asked_at: Generated<Timestamp>;
  next_at: Generated<Timestamp>;
  told_until: Generated<Timestamp>;
  user_id: string;
}

export interface OneTimeTokens {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  is_mailed: Generated<boolean>;
  kind: string;
  signup_id: string | null;
  token_hash: Buffer;
  user_id: string | null;
}

export interface PasskeyResets {
  asked_at: Generated<Timestamp>;
  due_at: Timestamp;
  user_id: string;
}

export interface Passkeys {
  backed_up: boolean;
  counter: number;
  created_at: Generated<Timestamp>;
  credential_id: string;
  id: Generated<string>;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  transports: Generated<string[]>;
  user_id: string;
}

export interface PreservedPrompts {
  case_id: number;
  id: Generated<number>;
  preserved_at: Generated<Timestamp>;
  prompt_id: number;
  snapshot: unknown;
}

export interface PromptCounts {
  llm_type_id: number | null;
  prompts_count: number | null;
}

export interface Prompts {
  allow_remixes: Generated<boolean>;
  content: string;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  description: string | null;
  edited_at: Timestamp | null;
  hidden_at: Timestamp | null;
  hidden_undecided: Generated<boolean>;
  hidden_views: number | null;
  hidden_with_author: Generated<boolean>;
  id: Generated<number>;
  image_alt: string | null;
  image_hash: string;
  in_review: Generated<boolean>;
  llm_type_id: number;
  publication_key: string | null;
  results_at: Timestamp | null;
  results_since: number | null;
  search: string;
  tag_ids: Generated<number[]>;
  title: string;
  user_id: string;
  version: Generated<number>;
  version_at: Timestamp | null;
  version_note: string | null;
}

export interface PromptStats {
  answered_count: Generated<number>;
  created_at: Timestamp;
  last_worked_at: Generated<Timestamp>;
  likes_count: Generated<number>;
  llm_type_id: number;
  prompt_id: number;
  title_bits: number;
  trending: Generated<number>;
  version: Generated<number>;
  views: Generated<number>;
  worked_count: Generated<number>;
}

export interface PromptVersions {
  content: string;
  created_at: Timestamp;
  description: string | null;
  image_alt: string | null;
  image_hash: string | null;
  llm_type_id: number;
  note: string | null;
  number: number;
  prompt_id: number;
  title: string;
}

export interface RateLimits {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface ReasonTexts {
  category: string | null;
  id: Generated<number>;
  text: string;
  title: string;
}

export interface RecentViews {
  prompt_id: number;
  viewed_at: Generated<Timestamp>;
  visitor: Buffer;
}

export interface Remixes {
  note: string | null;
  prompt_id: number;
  root_id: number | null;
  source_id: number | null;
}

export interface ReplicationHeartbeat {
  at: Timestamp;
  only_row: Generated<boolean>;
  timeline: string;
}

export interface Reports {
  case_id: number;
  category: string;
  code: string;
  confirmation_hash: Buffer | null;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  explanation: string;
  id: Generated<number>;
  reporter_email: string | null;
  reporter_id: string | null;
  reporter_key: Buffer | null;
  reporter_name: string | null;
  sent_key: Buffer | null;
  snapshot: unknown | null;
  standing: string;
  target_version: string;
}

export interface Restrictions {
  author_id: string | null;
  case_id: number | null;
  created_at: Timestamp | null;
  decision_id: number | null;
  delete_at: Timestamp | null;
  is_automatic: boolean | null;
  kind: string | null;
  prompt_id: number | null;
  report_id: number | null;
  reported_user_id: string | null;
}

export interface Results {
  answered_at: Generated<Timestamp>;
  counts_from: Timestamp | null;
  id: Generated<number>;
  model: string;
  model_key: string;
  note: string | null;
  of_blocked: Generated<boolean>;
  outcome: string;
  prompt_id: number;
  removed_at: Timestamp | null;
  shown: Generated<boolean>;
  user_id: string;
  version: number;
}

export interface SearchWords {
  prompts: number;
  spelling: string;
  word: string;
}

export interface Sessions {
  auth_method: string;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  ip: string | null;
  passkey_id: string | null;
  refresh_counter: Generated<number>;
  refresh_first: Generated<number>;
  refresh_key: Buffer;
  refresh_spent: Generated<number>;
  refreshed_at: Generated<Timestamp>;
  user_agent: string | null;
  user_id: string;
}

export interface SigningKeys {
  created_at: Generated<Timestamp>;
  kid: string;
  private_key: Buffer;
  public_jwk: unknown;
  retired_at: Timestamp | null;
}

export interface Signups {
  browser_hash: Buffer | null;
  confirmation_sent_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  email: string;
  expires_at: Generated<Timestamp>;
  id: Generated<string>;
  metadata: Generated<unknown>;
  network_hash: Buffer | null;
  password_hash: string;
  username: string;
}

export interface SiteTotals {
  counted_at: Timestamp;
  is_only: Generated<boolean>;
  likes: number;
  people: number;
  picture_bytes: number;
  pictures: number;
  prompts: number;
}

export interface SpentChallenges {
  challenge: Buffer;
  expires_at: Timestamp;
}

export interface StaleDocuments {
  causes: Generated<number>;
  right_to: number;
  user_id: string;
}

export interface StatementsOfReasons {
  decision_id: number;
  report_id: number | null;
  told_at: Timestamp | null;
}

export interface TagFollows {
  created_at: Generated<Timestamp>;
  follower_id: string;
  tag_id: number;
}

export interface TagNews {
  author_id: string;
  created_at: Timestamp;
  prompt_id: number;
  tag_id: number;
}

export interface Tags {
  created_at: Generated<Timestamp>;
  folded: string;
  id: Generated<number>;
  merged_into: number | null;
  name: string;
  prompts_count: Generated<number>;
  slug: string;
}

export interface UserFollows {
  created_at: Generated<Timestamp>;
  follower_id: string;
  user_id: string;
}

export interface UsernameClaims {
  email: string;
  expires_at: Timestamp | null;
  username_key: string;
}

export interface Users {
  blocked_before_removal: boolean | null;
  created_at: Generated<Timestamp>;
  email: string;
  email_confirmed_at: Generated<Timestamp>;
  entered_without_password_at: Timestamp | null;
  had_passkey: Generated<boolean>;
  id: Generated<string>;
  is_blocked: Generated<boolean>;
  is_demo: Generated<boolean>;
  last_sign_in_at: Timestamp | null;
  metadata: Generated<unknown>;
  password_hash: string | null;
  recovery_sent_at: Timestamp | null;
  removed_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  username: string;
}

export interface WithdrawnReactions {
  created_at: Timestamp;
  kind: string;
  prompt_id: number;
  user_id: string;
}

export interface DB {
  access_records: AccessRecords;
  api_keys: ApiKeys;
  appeals: Appeals;
  audit_log: AuditLog;
  backup_alarms: BackupAlarms;
  backups: Backups;
  barred_addresses: BarredAddresses;
  barred_pictures: BarredPictures;
  collection_follows: CollectionFollows;
  collection_items: CollectionItems;
  collections: Collections;
  daily_counts: DailyCounts;
  decisions: Decisions;
  favorites: Favorites;
  identities: Identities;
  images: Images;
  imported_prompts: ImportedPrompts;
  imports: Imports;
  issuer_flows: IssuerFlows;
  known_devices: KnownDevices;
  likes: Likes;
  llm_types: LlmTypes;
  moderation_cases: ModerationCases;
  moderators: Moderators;
  moved_prompts: MovedPrompts;
  news_mails: NewsMails;
  one_time_tokens: OneTimeTokens;
  passkey_resets: PasskeyResets;
  passkeys: Passkeys;
  preserved_prompts: PreservedPrompts;
  prompt_counts: PromptCounts;
  prompt_stats: PromptStats;
  prompt_versions: PromptVersions;
  prompts: Prompts;
  rate_limits: RateLimits;
  reason_texts: ReasonTexts;
  recent_views: RecentViews;
  remixes: Remixes;
  replication_heartbeat: ReplicationHeartbeat;
  reports: Reports;
  restrictions: Restrictions;
  results: Results;
  search_words: SearchWords;
  sessions: Sessions;
  signing_keys: SigningKeys;
  signups: Signups;
  site_totals: SiteTotals;
  spent_challenges: SpentChallenges;
  stale_documents: StaleDocuments;
  statements_of_reasons: StatementsOfReasons;
  tag_follows: TagFollows;
  tag_news: TagNews;
  tags: Tags;
  user_follows: UserFollows;
  username_claims: UsernameClaims;
  users: Users;
  withdrawn_reactions: WithdrawnReactions;
}
