/** A site of before on the hosted service: its tables as the service's migrations and the specification (section 3) have them. */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { hash } from "@node-rs/bcrypt";
import type { Pool } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** Columns by the names of the service; those that nothing reads stand for all others. */
export const OLD_TABLES = `
  create schema auth;
  create table auth.users (
    instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
    encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
    confirmation_token varchar(255), recovery_token varchar(255), last_sign_in_at timestamptz,
    raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean, created_at timestamptz,
    updated_at timestamptz, phone text, phone_confirmed_at timestamptz,
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    banned_until timestamptz, is_sso_user boolean not null default false, deleted_at timestamptz,
    is_anonymous boolean not null default false
  );
  create table auth.identities (
    provider_id text not null, user_id uuid not null references auth.users on delete cascade, identity_data jsonb not null,
    provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
    email text generated always as (lower(identity_data ->> 'email')) stored, id uuid primary key default gen_random_uuid(),
    unique (provider_id, provider)
  );
  create table public.llm_types (id integer primary key, name text not null);
  insert into public.llm_types values (1, 'ChatGPT'), (2, 'DALL-E'), (3, 'Midjourney'), (6, 'Claude'), (99, 'Perplexity');
  create table public.users (id uuid primary key, username text, email text, is_blocked boolean not null default false,
    created_at timestamptz not null default now());
  create table public.prompts (
    id uuid primary key default gen_random_uuid(), title text not null, content text not null, description text,
    thumbnail_url text, llm_type_id integer, user_id uuid, views integer not null default 0,
    created_at timestamptz not null default now()
  );
  create table public.likes (id bigserial primary key, prompt_id uuid, user_id uuid, created_at timestamptz default now(),
    unique (prompt_id, user_id));
  create table public.favorites (id bigserial primary key, prompt_id uuid, user_id uuid, created_at timestamptz default now(),
    unique (prompt_id, user_id));`;

export interface OldPerson {
  id?: string;
  email?: string | null;
  username?: string;
  password?: string | null;
  /** Null: never confirmed. */
  confirmedAt?: string | null;
  createdAt?: string;
  bannedUntil?: string | null;
}

export interface OldPromptRow {
  id?: string;
  user: string;
  title?: string;
  content?: string;
  description?: string | null;
  picture?: string | null;
  tool?: number;
  views?: number;
  createdAt?: string;
}

export interface OldSite extends TestDatabase {
  /** @returns the person's id */
  addPerson(person: OldPerson): Promise<string>;
  /** @returns the prompt's id */
  addPrompt(prompt: OldPromptRow): Promise<string>;
  react(table: "likes" | "favorites", prompt: string, user: string, at?: string): Promise<void>;
}

/** The least that bcrypt takes. */
const LEAST_COST = 4;
export const bcrypt = (password: string, cost = LEAST_COST) => hash(password, { cost });

export async function createOldSite(): Promise<OldSite> {
  const database = await createTestDatabase({ empty: true });
  await database.pool.query(OLD_TABLES);
  return { ...database, ...writing(database.pool) };
}

/** A plain dump, as pg_dump writes it: npm's PostgreSQL comes without that program. */
export async function dumpOf({ pool }: Pick<TestDatabase, "pool">): Promise<string> {
  const { rows: tables } = await pool.query<{ schema: string; name: string; columns: string }>(
    `select nspname as schema, relname as name,
        (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and attgenerated = '' and not attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('auth', 'public') and relkind = 'r' order by 1, 2`,
  );
  const parts = ["--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n\n-- Data\n"];
  const client = await pool.connect();
  for (const { schema, name, columns } of tables) {
    const data = await text(client.query(copyTo(`copy ${schema}.${name} (${columns}) to stdout`)));
    parts.push(`COPY ${schema}.${name} (${columns}) FROM stdin;\n${data}\\.\n`);
  }
  client.release();
  return `${parts.join("\n")}\n--\n-- PostgreSQL database dump complete\n--\n`;
}

function writing(pool: Pool): Omit<OldSite, keyof TestDatabase> {
  return {
    async addPerson({
      id = randomUUID(),
      email = `${id}@exemplo.com.br`,
      username,
      password = null,
      ...person
    }) {
      const { createdAt = "2023-05-06T07:08:09.123456Z", bannedUntil = null } = person;
      const { confirmedAt = createdAt } = person;
      await pool.query(
        `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
            raw_user_meta_data, created_at, updated_at, banned_until)
          values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4,
            '{"provider": "email", "providers": ["email"]}', $5, $6, $6, $7)`,
        [id, email, password, confirmedAt, JSON.stringify({ username, sub: id }), createdAt, bannedUntil],
      );
      return id;
    },
    async addPrompt({ id = randomUUID(), user, ...prompt }) {
      const { title = "Plano de estudos", content = "Monte um plano de estudos para a semana." } = prompt;
      await pool.query(
        `insert into prompts (id, title, content, description, thumbnail_url, llm_type_id, user_id, views, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          id,
          title,
          content,
          prompt.description ?? null,
          prompt.picture ?? null,
          prompt.tool ?? 6,
          user,
          prompt.views ?? 0,
          prompt.createdAt ?? "2023-06-07T08:09:10.654321Z",
        ],
      );
      return id;
    },
    async react(table, prompt, user, at = "2023-07-08T09:10:11.5Z") {
      await pool.query(`insert into ${table} (prompt_id, user_id, created_at) values ($1, $2, $3)`, [
        prompt,
        user,
        at,
      ]);
    },
  };
}
