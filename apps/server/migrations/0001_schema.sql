-- Generated from every tables.ts: npm run -w @dr/server migrations. Not edited by hand.
-- Nothing is released yet, so there is one file, made anew; after the first release each change is a file of its own.

CREATE TABLE "rate_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);

CREATE TABLE "seen_request" (
	"key_hash" "evm_bytes32" PRIMARY KEY NOT NULL,
	"forget_at" timestamp with time zone NOT NULL
);

CREATE TABLE "suspense_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suspense_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "evm_bytes32" NOT NULL,
	"block_timestamp" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	"log_index" integer NOT NULL,
	"address" "evm_address" NOT NULL,
	"handler" text NOT NULL,
	"topics" jsonb NOT NULL,
	"data" text NOT NULL,
	"error" text NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "suspense_event_resolved_whole" CHECK (("suspense_event"."resolved_at" IS NULL) = ("suspense_event"."resolution" IS NULL))
);

CREATE TABLE "hold" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"journal_id" bigint NOT NULL,
	"resolved_by" bigint,
	"resolution" text,
	CONSTRAINT "hold_amount_positive" CHECK ("hold"."amount" > 0),
	CONSTRAINT "hold_resolution" CHECK ("hold"."resolution" IN ('posted', 'voided', 'expired')),
	CONSTRAINT "hold_resolved_whole" CHECK (("hold"."resolution" IS NULL) = ("hold"."resolved_by" IS NULL))
);

CREATE TABLE "journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"vault" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" jsonb NOT NULL,
	CONSTRAINT "journal_reason" CHECK ("journal"."reason" ~ '^[a-z-]+(\.[a-z-]+)*$'),
	CONSTRAINT "journal_source" CHECK (jsonb_typeof("journal"."source") = 'object')
);

CREATE TABLE "ledger_account" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text GENERATED ALWAYS AS (vault::text || ':' || token || ':' || kind || coalesce(':' || user_id::text, '')) STORED NOT NULL,
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" bigint,
	"balance" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_account_vault" CHECK ("ledger_account"."vault" BETWEEN 0 AND 2),
	CONSTRAINT "ledger_account_token" CHECK ("ledger_account"."token" IN ('USDT', 'USDR', 'DR', 'DRGV')),
	CONSTRAINT "ledger_account_kind" CHECK ("ledger_account"."kind" ~ '^[a-z]+(-[a-z]+)*$'),
	CONSTRAINT "ledger_account_owner" CHECK (("ledger_account"."kind" LIKE 'user-%') = ("ledger_account"."user_id" IS NOT NULL)),
	CONSTRAINT "ledger_account_not_overdrawn" CHECK ("ledger_account"."kind" = 'chain' OR "ledger_account"."balance" >= 0),
	CONSTRAINT "ledger_account_chain_not_positive" CHECK ("ledger_account"."kind" <> 'chain' OR "ledger_account"."balance" <= 0)
);

CREATE TABLE "posting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"journal_id" bigint NOT NULL,
	"from_account" bigint NOT NULL,
	"to_account" bigint NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	CONSTRAINT "posting_amount_positive" CHECK ("posting"."amount" > 0),
	CONSTRAINT "posting_two_accounts" CHECK ("posting"."from_account" <> "posting"."to_account")
);

CREATE TABLE "mining_acc_point" (
	"at" bigint PRIMARY KEY NOT NULL,
	"acc" numeric(78, 0) NOT NULL
);

CREATE TABLE "mining_activation" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"at" bigint NOT NULL,
	"machine_count" integer NOT NULL,
	"periods" integer NOT NULL,
	"drgv_burned" numeric(78, 0) NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL
);

CREATE TABLE "mining_collect" (
	"journal_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"at" bigint NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"release_id" bigint NOT NULL
);

CREATE TABLE "mining_machine" (
	"id" bigint PRIMARY KEY NOT NULL,
	"purchase_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"chain_paid_until" bigint,
	"paid_until" bigint,
	CONSTRAINT "mining_machine_paid_whole" CHECK (("mining_machine"."paid_until" IS NULL) = ("mining_machine"."chain_paid_until" IS NULL) AND "mining_machine"."paid_until" <= "mining_machine"."chain_paid_until")
);

CREATE TABLE "mining_pool" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"time" bigint NOT NULL,
	"release_id" bigint NOT NULL,
	"released" numeric(78, 0) NOT NULL,
	"power" bigint NOT NULL,
	"acc" numeric(78, 0) NOT NULL,
	"carry" numeric(78, 0) NOT NULL,
	"undistributed" numeric(78, 0) NOT NULL,
	CONSTRAINT "mining_pool_one_row" CHECK ("mining_pool"."id" = 1),
	CONSTRAINT "mining_pool_power" CHECK ("mining_pool"."power" >= 0)
);

CREATE TABLE "mining_position" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"settled_to" bigint NOT NULL,
	"power" bigint NOT NULL,
	"acc" numeric(78, 0) NOT NULL,
	"accrued" numeric(78, 0) NOT NULL,
	"collect_count" integer NOT NULL,
	"collected_total" numeric(78, 0) NOT NULL,
	"last_collected_at" bigint,
	CONSTRAINT "mining_position_power" CHECK ("mining_position"."power" >= 0),
	CONSTRAINT "mining_position_accrued" CHECK ("mining_position"."accrued" >= 0)
);

CREATE TABLE "mining_power_change" (
	"user_id" bigint NOT NULL,
	"at" bigint NOT NULL,
	"delta" bigint NOT NULL,
	CONSTRAINT "mining_power_change_user_id_at_pk" PRIMARY KEY("user_id","at")
);

CREATE TABLE "mining_product" (
	"product_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tier" integer NOT NULL,
	"power" bigint NOT NULL,
	"price" numeric(78, 0) NOT NULL,
	"drgv_share_bps" integer NOT NULL,
	"stock_left" bigint NOT NULL,
	"per_user_limit" integer NOT NULL,
	"life_days" integer NOT NULL,
	"offered" boolean DEFAULT true NOT NULL,
	CONSTRAINT "mining_product_stock_not_oversold" CHECK ("mining_product"."stock_left" >= 0),
	CONSTRAINT "mining_product_tier" CHECK ("mining_product"."tier" BETWEEN 1 AND 9),
	CONSTRAINT "mining_product_share" CHECK ("mining_product"."drgv_share_bps" BETWEEN 0 AND 10000),
	CONSTRAINT "mining_product_positive" CHECK ("mining_product"."power" > 0 AND "mining_product"."price" > 0 AND "mining_product"."per_user_limit" > 0),
	CONSTRAINT "mining_product_life" CHECK ("mining_product"."life_days" >= 30)
);

CREATE TABLE "mining_purchase" (
	"id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"machine_count" integer NOT NULL,
	"power" bigint NOT NULL,
	"bought_at" bigint NOT NULL,
	"life_end" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	"drgv_burned" numeric(78, 0) NOT NULL,
	CONSTRAINT "mining_purchase_count" CHECK ("mining_purchase"."machine_count" BETWEEN 1 AND 100)
);

CREATE TABLE "mining_reservation" (
	"user_id" bigint NOT NULL,
	"product_id" text NOT NULL,
	"nonce" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "mining_reservation_user_id_product_id_nonce_pk" PRIMARY KEY("user_id","product_id","nonce"),
	CONSTRAINT "mining_reservation_positive" CHECK ("mining_reservation"."count" > 0)
);

CREATE TABLE "mining_reservation_wait" (
	"user_id" bigint NOT NULL,
	"product_id" text NOT NULL,
	"lapses" integer NOT NULL,
	"retry_at" bigint NOT NULL,
	CONSTRAINT "mining_reservation_wait_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);

CREATE TABLE "mining_total" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"machines" bigint NOT NULL,
	"drgv_burned" numeric(78, 0) NOT NULL,
	CONSTRAINT "mining_total_one_row" CHECK ("mining_total"."id" = 1)
);

CREATE TABLE "session" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"token_hash" "evm_bytes32" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "used_nonce" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"address" "evm_address" NOT NULL,
	"invite_code" text NOT NULL,
	"inviter_id" bigint,
	"activated_at" timestamp with time zone,
	"registered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_address_unique" UNIQUE("address"),
	CONSTRAINT "users_invite_code_unique" UNIQUE("invite_code"),
	CONSTRAINT "users_invite_code_form" CHECK ("users"."invite_code" ~ '^[A-HJ-NP-Z2-9]{8}$'),
	CONSTRAINT "users_inviter_not_self" CHECK ("users"."inviter_id" <> "users"."id"),
	CONSTRAINT "users_inviter_activates" CHECK ("users"."inviter_id" IS NULL OR "users"."activated_at" IS NOT NULL)
);

CREATE TABLE "voucher_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "voucher_order_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" bigint NOT NULL,
	"account" "evm_address" NOT NULL,
	"contract" "evm_address" NOT NULL,
	"nonce" bigint NOT NULL,
	"deadline" bigint NOT NULL,
	"digest" "evm_bytes32" NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"request_key" text,
	"typed_data" jsonb NOT NULL,
	"signature" text NOT NULL,
	"prices" jsonb NOT NULL,
	"outgoing" jsonb NOT NULL,
	"incoming" jsonb NOT NULL,
	"remaining" integer NOT NULL,
	"details" jsonb NOT NULL,
	"issued_at_block" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tx_hash" "evm_bytes32",
	"block_number" bigint,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "voucher_order_kind" CHECK ("voucher_order"."kind" IN ('buy-machine', 'activate-machine', 'withdraw-dr')),
	CONSTRAINT "voucher_order_status" CHECK ("voucher_order"."status" IN ('open', 'used', 'lapsed', 'closed')),
	CONSTRAINT "voucher_order_used_by_event" CHECK (("voucher_order"."status" = 'used') = ("voucher_order"."tx_hash" IS NOT NULL)),
	CONSTRAINT "voucher_order_resolved_whole" CHECK (("voucher_order"."status" = 'open') = ("voucher_order"."resolved_at" IS NULL))
);

CREATE TABLE "withdrawal" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"burn_amount" numeric(78, 0) NOT NULL,
	"usd_value" numeric(78, 0) NOT NULL,
	"day" date NOT NULL,
	"final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "withdrawal_amount_positive" CHECK ("withdrawal"."amount" > 0),
	CONSTRAINT "withdrawal_burn" CHECK ("withdrawal"."burn_amount" < "withdrawal"."amount")
);

CREATE TABLE "withdrawal_total" (
	"token" text PRIMARY KEY NOT NULL,
	"burned" numeric(78, 0) NOT NULL
);

CREATE TABLE "chain_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"chain_id" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "evm_bytes32" NOT NULL,
	"block_timestamp" bigint NOT NULL,
	CONSTRAINT "chain_clock_one_row" CHECK ("chain_clock"."id" = 1)
);

ALTER TABLE "hold" ADD CONSTRAINT "hold_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "hold" ADD CONSTRAINT "hold_resolved_by_journal_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "posting" ADD CONSTRAINT "posting_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "posting" ADD CONSTRAINT "posting_from_account_ledger_account_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "posting" ADD CONSTRAINT "posting_to_account_ledger_account_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "mining_machine" ADD CONSTRAINT "mining_machine_purchase_id_mining_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."mining_purchase"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "mining_purchase" ADD CONSTRAINT "mining_purchase_product_id_mining_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."mining_product"("product_id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "mining_reservation" ADD CONSTRAINT "mining_reservation_product_id_mining_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."mining_product"("product_id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "session" ADD CONSTRAINT "session_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "users" ADD CONSTRAINT "users_inviter_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

CREATE INDEX "rate_bucket_full_index" ON "rate_bucket" USING btree ("full_at");

CREATE INDEX "seen_request_forget_index" ON "seen_request" USING btree ("forget_at");

CREATE UNIQUE INDEX "suspense_event_once" ON "suspense_event" USING btree ("chain_id","tx_hash","log_index","handler");

CREATE INDEX "suspense_event_open" ON "suspense_event" USING btree ("id") WHERE "suspense_event"."resolved_at" IS NULL;

CREATE INDEX "hold_open" ON "hold" USING btree ("user_id") WHERE "hold"."resolution" IS NULL;

CREATE UNIQUE INDEX "journal_key" ON "journal" USING btree ("key");

CREATE UNIQUE INDEX "ledger_account_code" ON "ledger_account" USING btree ("code");

CREATE INDEX "ledger_account_user" ON "ledger_account" USING btree ("user_id");

CREATE INDEX "posting_journal" ON "posting" USING btree ("journal_id");

CREATE INDEX "posting_from" ON "posting" USING btree ("from_account","id");

CREATE INDEX "posting_to" ON "posting" USING btree ("to_account","id");

CREATE INDEX "mining_activation_user" ON "mining_activation" USING btree ("user_id");

CREATE INDEX "mining_collect_user" ON "mining_collect" USING btree ("user_id","at");

CREATE INDEX "mining_machine_user" ON "mining_machine" USING btree ("user_id","id");

CREATE INDEX "mining_machine_purchase" ON "mining_machine" USING btree ("purchase_id");

CREATE INDEX "mining_power_change_at" ON "mining_power_change" USING btree ("at");

CREATE UNIQUE INDEX "mining_purchase_order" ON "mining_purchase" USING btree ("order_id");

CREATE INDEX "mining_purchase_user" ON "mining_purchase" USING btree ("user_id","product_id");

CREATE INDEX "session_user_index" ON "session" USING btree ("user_id");

CREATE INDEX "session_expires_index" ON "session" USING btree ("expires_at");

CREATE INDEX "used_nonce_expires_index" ON "used_nonce" USING btree ("expires_at");

CREATE INDEX "users_inviter_index" ON "users" USING btree ("inviter_id");

CREATE UNIQUE INDEX "voucher_order_digest" ON "voucher_order" USING btree ("digest");

CREATE UNIQUE INDEX "voucher_order_seq" ON "voucher_order" USING btree ("seq");

CREATE INDEX "voucher_order_user" ON "voucher_order" USING btree ("user_id","kind","seq");

CREATE INDEX "voucher_order_open" ON "voucher_order" USING btree ("account","contract","nonce") WHERE "voucher_order"."status" = 'open';

CREATE INDEX "voucher_order_last" ON "voucher_order" USING btree ("account","contract","id");

CREATE INDEX "voucher_order_lapse" ON "voucher_order" USING btree ("deadline") WHERE "voucher_order"."status" = 'open';

CREATE INDEX "withdrawal_user_day" ON "withdrawal" USING btree ("user_id","day");
