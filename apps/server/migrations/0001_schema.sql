-- The tables of version 1.0.6, generated from every tables.ts of that time. Frozen: each later change is a file of its own.

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

CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	CONSTRAINT "activity_kind" CHECK ("activity"."kind" IN ('joined', 'burned', 'staked', 'pledged', 'bought')),
	CONSTRAINT "activity_amount" CHECK (("activity"."kind" = 'joined') = ("activity"."amount" = 0)),
	CONSTRAINT "activity_grows" CHECK ("activity"."kind" IN ('staked', 'pledged') OR "activity"."amount" >= 0)
);

CREATE TABLE "team_day" (
	"user_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"direct_members" bigint DEFAULT 0 NOT NULL,
	"direct_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"direct_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"direct_bought" numeric(78, 0) DEFAULT 0 NOT NULL,
	"team_members" bigint DEFAULT 0 NOT NULL,
	"team_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"team_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"team_bought" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "team_day_user_id_day_pk" PRIMARY KEY("user_id","day")
);

CREATE TABLE "team_member" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"address" "evm_address",
	"inviter_id" bigint,
	"joined_at" bigint,
	"joined_seq" bigint,
	"depth" integer DEFAULT 0 NOT NULL,
	"own_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"own_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"own_pledged" numeric(78, 0) DEFAULT 0 NOT NULL,
	"direct_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"direct_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"direct_pledged" numeric(78, 0) DEFAULT 0 NOT NULL,
	"team_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"team_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"team_pledged" numeric(78, 0) DEFAULT 0 NOT NULL,
	"day" integer DEFAULT -1 NOT NULL,
	"day_direct_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"day_direct_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"day_direct_bought" numeric(78, 0) DEFAULT 0 NOT NULL,
	"day_team_burned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"day_team_staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	"day_team_bought" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "team_member_joined_whole" CHECK (("team_member"."inviter_id" IS NULL) = ("team_member"."joined_at" IS NULL)
      AND ("team_member"."inviter_id" IS NULL) = ("team_member"."joined_seq" IS NULL)),
	CONSTRAINT "team_member_depth" CHECK ("team_member"."depth" >= 0 AND ("team_member"."depth" > 0) = ("team_member"."inviter_id" IS NOT NULL))
);

CREATE TABLE "team_people" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"inviter_id" bigint,
	"depth" integer NOT NULL,
	"day" integer NOT NULL,
	"direct" integer NOT NULL,
	"team" integer NOT NULL,
	"day_direct" integer NOT NULL,
	"day_team" integer NOT NULL,
	CONSTRAINT "team_people_direct" CHECK ("team_people"."direct" BETWEEN 0 AND "team_people"."team"),
	CONSTRAINT "team_people_day" CHECK ("team_people"."day_direct" <= "team_people"."direct" AND "team_people"."day_team" <= "team_people"."team")
);

CREATE TABLE "team_week" (
	"week" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"new_members" bigint DEFAULT 0 NOT NULL,
	"performance" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "team_week_week_user_id_pk" PRIMARY KEY("week","user_id")
);

CREATE TABLE "dividend_income" (
	"journal_id" bigint PRIMARY KEY NOT NULL,
	"week" bigint NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"at" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	"log_index" integer NOT NULL,
	CONSTRAINT "dividend_income_amount" CHECK ("dividend_income"."amount" > 0),
	CONSTRAINT "dividend_income_token" CHECK ("dividend_income"."token" IN ('USDT', 'DR')),
	CONSTRAINT "dividend_income_kind" CHECK ("dividend_income"."kind" IN ('swap-fees', 'operator'))
);

CREATE TABLE "dividend_prize" (
	"week" bigint NOT NULL,
	"rank" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"account" "evm_address" NOT NULL,
	"bought" numeric(78, 0) NOT NULL,
	"usdt" numeric(78, 0) NOT NULL,
	"dr" numeric(78, 0) NOT NULL,
	CONSTRAINT "dividend_prize_week_rank_pk" PRIMARY KEY("week","rank")
);

CREATE TABLE "dividend_week" (
	"week" bigint PRIMARY KEY NOT NULL,
	"fees_usdt" numeric(78, 0) NOT NULL,
	"fees_dr" numeric(78, 0) NOT NULL,
	"operator_usdt" numeric(78, 0) NOT NULL,
	"operator_dr" numeric(78, 0) NOT NULL,
	"carried_in_usdt" numeric(78, 0) NOT NULL,
	"carried_in_dr" numeric(78, 0) NOT NULL,
	"pledged" numeric(78, 0) NOT NULL,
	"dividends_usdt" numeric(78, 0) NOT NULL,
	"dividends_dr" numeric(78, 0) NOT NULL,
	"prize_usdt" numeric(78, 0) NOT NULL,
	"prize_dr" numeric(78, 0) NOT NULL,
	"carried_usdt" numeric(78, 0) NOT NULL,
	"carried_dr" numeric(78, 0) NOT NULL,
	"dr_price" numeric(78, 0),
	"rules" jsonb NOT NULL,
	"closed_at" bigint NOT NULL,
	CONSTRAINT "dividend_week_usdt" CHECK ("dividend_week"."fees_usdt" + "dividend_week"."operator_usdt" + "dividend_week"."carried_in_usdt" = "dividend_week"."dividends_usdt" + "dividend_week"."prize_usdt" + "dividend_week"."carried_usdt"),
	CONSTRAINT "dividend_week_dr" CHECK ("dividend_week"."fees_dr" + "dividend_week"."operator_dr" + "dividend_week"."carried_in_dr" = "dividend_week"."dividends_dr" + "dividend_week"."prize_dr" + "dividend_week"."carried_dr")
);

CREATE TABLE "draw_claim" (
	"draw_id" bigint NOT NULL,
	"account" "evm_address" NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "draw_claim_pk" PRIMARY KEY("draw_id","account")
);

CREATE TABLE "draw_entry" (
	"draw_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"account" "evm_address" NOT NULL,
	"digit" integer NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"at" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "draw_entry_pk" PRIMARY KEY("draw_id","place"),
	CONSTRAINT "draw_entry_amount" CHECK ("draw_entry"."amount" > 0)
);

CREATE TABLE "draw_funding" (
	"key" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "draw_funding_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" "evm_address" NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"memo" text NOT NULL,
	"at" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL
);

CREATE TABLE "draw" (
	"id" bigint PRIMARY KEY NOT NULL,
	"commitment" "evm_bytes32" NOT NULL,
	"close_block" bigint NOT NULL,
	"target_block" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"total" numeric(78, 0) DEFAULT 0 NOT NULL,
	"entries_hash" "evm_bytes32" NOT NULL,
	"digit" integer,
	"secret" "evm_bytes32",
	"target_hash" "evm_bytes32",
	"owed" numeric(78, 0),
	"settled_at" bigint,
	"settled_tx" "evm_bytes32",
	CONSTRAINT "draw_state" CHECK ("draw"."state" IN ('open', 'drawn', 'expired')),
	CONSTRAINT "draw_digit" CHECK (("draw"."state" = 'drawn') = ("draw"."digit" IS NOT NULL)),
	CONSTRAINT "draw_digit_range" CHECK ("draw"."digit" BETWEEN 0 AND 9),
	CONSTRAINT "draw_settled_at" CHECK (("draw"."state" = 'open') = ("draw"."settled_at" IS NULL))
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
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mining_activation_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"at" bigint NOT NULL,
	"machine_ids" bigint[] NOT NULL,
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

CREATE TABLE "mining_power_moment" (
	"at" bigint PRIMARY KEY NOT NULL,
	"delta" bigint NOT NULL
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
	"by_operator" boolean DEFAULT false NOT NULL,
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
	"usdt_paid" numeric(78, 0) NOT NULL,
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
	"electricity" numeric(78, 0) NOT NULL,
	CONSTRAINT "mining_total_one_row" CHECK ("mining_total"."id" = 1)
);

CREATE TABLE "node_branch" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"staked" numeric(78, 0) NOT NULL,
	CONSTRAINT "node_branch_staked" CHECK ("node_branch"."staked" >= 0)
);

CREATE TABLE "node_income" (
	"journal_id" bigint PRIMARY KEY NOT NULL,
	"week" bigint NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"at" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	"log_index" integer NOT NULL,
	CONSTRAINT "node_income_amount" CHECK ("node_income"."amount" > 0),
	CONSTRAINT "node_income_token" CHECK ("node_income"."token" IN ('USDT', 'DR')),
	CONSTRAINT "node_income_kind" CHECK ("node_income"."kind" IN ('swap-fees', 'operator'))
);

CREATE TABLE "node_member" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"inviter_id" bigint,
	"inviter_from" bigint,
	"staked" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "node_member_staked" CHECK ("node_member"."staked" >= 0),
	CONSTRAINT "node_member_inviter" CHECK ("node_member"."inviter_from" IS NULL OR "node_member"."inviter_id" IS NOT NULL)
);

CREATE TABLE "node_share" (
	"week" bigint NOT NULL,
	"rank" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"account" "evm_address" NOT NULL,
	"own" numeric(78, 0) NOT NULL,
	"direct" numeric(78, 0) NOT NULL,
	"usdt" numeric(78, 0) NOT NULL,
	"dr" numeric(78, 0) NOT NULL,
	CONSTRAINT "node_share_pk" PRIMARY KEY("week","rank")
);

CREATE TABLE "node_stake" (
	"position_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"token" text NOT NULL,
	"principal" numeric(78, 0) NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"starts_at" bigint NOT NULL,
	"matures_at" bigint NOT NULL,
	"reference" text NOT NULL,
	"began_in" bigint,
	"ended_in" bigint,
	CONSTRAINT "node_stake_value" CHECK ("node_stake"."value" > 0 AND "node_stake"."principal" > 0),
	CONSTRAINT "node_stake_term" CHECK ("node_stake"."starts_at" < "node_stake"."matures_at"),
	CONSTRAINT "node_stake_order" CHECK ("node_stake"."ended_in" IS NULL OR ("node_stake"."began_in" IS NOT NULL AND "node_stake"."began_in" <= "node_stake"."ended_in"))
);

CREATE TABLE "node_week" (
	"week" bigint PRIMARY KEY NOT NULL,
	"fees_usdt" numeric(78, 0) NOT NULL,
	"fees_dr" numeric(78, 0) NOT NULL,
	"operator_usdt" numeric(78, 0) NOT NULL,
	"operator_dr" numeric(78, 0) NOT NULL,
	"carried_in_usdt" numeric(78, 0) NOT NULL,
	"carried_in_dr" numeric(78, 0) NOT NULL,
	"paid_usdt" numeric(78, 0) NOT NULL,
	"paid_dr" numeric(78, 0) NOT NULL,
	"carried_usdt" numeric(78, 0) NOT NULL,
	"carried_dr" numeric(78, 0) NOT NULL,
	"nodes" integer NOT NULL,
	"weight" numeric(78, 0) NOT NULL,
	"rules" jsonb NOT NULL,
	"closed_at" bigint NOT NULL,
	CONSTRAINT "node_week_usdt" CHECK ("node_week"."fees_usdt" + "node_week"."operator_usdt" + "node_week"."carried_in_usdt" = "node_week"."paid_usdt" + "node_week"."carried_usdt"),
	CONSTRAINT "node_week_dr" CHECK ("node_week"."fees_dr" + "node_week"."operator_dr" + "node_week"."carried_in_dr" = "node_week"."paid_dr" + "node_week"."carried_dr")
);

CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"texts" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"edited_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "notice_edition" CHECK (("notice"."edition" = 1) = ("notice"."edited_at" IS NULL)),
	CONSTRAINT "notice_chinese" CHECK ("notice"."texts" ? 'zh-CN')
);

CREATE TABLE "notice_read" (
	"user_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"edition" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_read_pk" PRIMARY KEY("user_id","notice_id")
);

CREATE TABLE "operator_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"operator" "evm_address" NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" uuid NOT NULL
);

CREATE TABLE "operator_proposal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_proposal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"before" numeric(78, 0),
	"value" numeric(78, 0),
	"terms_before" text,
	"terms" text,
	"reason" text NOT NULL,
	"proposed_by" "evm_address" NOT NULL,
	"proposed_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" "evm_address",
	"decided_at" bigint,
	CONSTRAINT "operator_proposal_content" CHECK (("operator_proposal"."value" IS NULL) = ("operator_proposal"."terms" IS NOT NULL) AND ("operator_proposal"."before" IS NULL) = ("operator_proposal"."value" IS NULL)
        AND ("operator_proposal"."terms_before" IS NULL OR "operator_proposal"."terms" IS NOT NULL)
        AND ("operator_proposal"."terms" IS NOT NULL) = ("operator_proposal"."subject" ~ '^(package|product):')),
	CONSTRAINT "operator_proposal_state" CHECK ("operator_proposal"."state" IN ('open', 'approved', 'rejected', 'expired')),
	CONSTRAINT "operator_proposal_decided" CHECK (("operator_proposal"."state" IN ('approved', 'rejected')) = ("operator_proposal"."decided_by" IS NOT NULL)
        AND ("operator_proposal"."decided_by" IS NULL) = ("operator_proposal"."decided_at" IS NULL)),
	CONSTRAINT "operator_proposal_two" CHECK ("operator_proposal"."state" <> 'approved' OR ("operator_proposal"."decided_by" <> "operator_proposal"."proposed_by" AND "operator_proposal"."decided_at" < "operator_proposal"."expires_at"))
);

CREATE TABLE "package_budget" (
	"package_id" integer NOT NULL,
	"token" text NOT NULL,
	"left_amount" numeric(78, 0) NOT NULL,
	"funded" numeric(78, 0) NOT NULL,
	"withheld" numeric(78, 0) DEFAULT 0 NOT NULL,
	"committed_until" bigint,
	CONSTRAINT "package_budget_pk" PRIMARY KEY("package_id","token"),
	CONSTRAINT "package_budget_token" CHECK ("package_budget"."token" IN ('USDT', 'DR')),
	CONSTRAINT "package_budget_withheld" CHECK ("package_budget"."withheld" >= 0),
	CONSTRAINT "package_budget_left" CHECK ("package_budget"."left_amount" BETWEEN 0 AND "package_budget"."funded")
);

CREATE TABLE "package_deposit" (
	"key" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "package_deposit_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"address" "evm_address" NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"chain_package_id" numeric(78, 0) NOT NULL,
	"at" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"position_id" bigint,
	CONSTRAINT "package_deposit_outcome" CHECK ("package_deposit"."outcome" IN ('position', 'returned', 'unattributed')),
	CONSTRAINT "package_deposit_user" CHECK (("package_deposit"."outcome" = 'unattributed') = ("package_deposit"."user_id" IS NULL)),
	CONSTRAINT "package_deposit_reason" CHECK (("package_deposit"."outcome" = 'returned') = ("package_deposit"."reason" IS NOT NULL)),
	CONSTRAINT "package_deposit_position" CHECK (("package_deposit"."outcome" = 'position') = ("package_deposit"."position_id" IS NOT NULL))
);

CREATE TABLE "package_funding" (
	"key" text PRIMARY KEY NOT NULL,
	"package_id" integer NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"funded_before" numeric(78, 0) NOT NULL,
	"source" "evm_address" NOT NULL,
	"memo" text NOT NULL,
	"at" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "package_funding_amount" CHECK ("package_funding"."amount" > 0)
);

CREATE TABLE "package_position" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "package_position_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"package_id" integer NOT NULL,
	"token" text NOT NULL,
	"income_token" text NOT NULL,
	"principal" numeric(78, 0) NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"income" numeric(78, 0) NOT NULL,
	"credited" numeric(78, 0) DEFAULT 0 NOT NULL,
	"starts_at" bigint NOT NULL,
	"term_days" integer NOT NULL,
	"matures_at" bigint NOT NULL,
	"principal_returned" boolean DEFAULT false NOT NULL,
	"origin" text NOT NULL,
	"reference" text NOT NULL,
	"request_id" uuid,
	"funded_by" jsonb NOT NULL,
	"next_due_at" bigint,
	CONSTRAINT "package_position_origin" CHECK ("package_position"."origin" IN ('deposit', 'reinvest')),
	CONSTRAINT "package_position_principal" CHECK ("package_position"."principal" > 0 AND "package_position"."value" >= 0),
	CONSTRAINT "package_position_credited" CHECK ("package_position"."credited" BETWEEN 0 AND "package_position"."income"),
	CONSTRAINT "package_position_finished" CHECK (("package_position"."next_due_at" IS NULL) = ("package_position"."principal_returned" AND "package_position"."credited" = "package_position"."income"))
);

CREATE TABLE "package_terms" (
	"package_id" integer NOT NULL,
	"effective_from" bigint NOT NULL,
	"minimum" numeric(78, 0) NOT NULL,
	"reinvest_minimum" numeric(78, 0) NOT NULL,
	"term_days" integer NOT NULL,
	"rate_usdt" numeric(78, 0),
	"rate_dr" numeric(78, 0),
	"opens_at_second" integer NOT NULL,
	"closes_at_second" integer NOT NULL,
	"offered" boolean NOT NULL,
	CONSTRAINT "package_terms_pk" PRIMARY KEY("package_id","effective_from"),
	CONSTRAINT "package_terms_income" CHECK (greatest(coalesce("package_terms"."rate_usdt", 0), coalesce("package_terms"."rate_dr", 0)) * "package_terms"."term_days" <= 1000000000000000000),
	CONSTRAINT "package_terms_minimums" CHECK ("package_terms"."minimum" > 0 AND "package_terms"."reinvest_minimum" > 0),
	CONSTRAINT "package_terms_hours" CHECK ("package_terms"."opens_at_second" BETWEEN 0 AND 86400 AND "package_terms"."closes_at_second" BETWEEN 0 AND 86400)
);

CREATE TABLE "package_user" (
	"user_id" bigint NOT NULL,
	"token" text NOT NULL,
	"credited" numeric(78, 0) DEFAULT 0 NOT NULL,
	"reinvested" numeric(78, 0) DEFAULT 0 NOT NULL,
	"unreturned" numeric(78, 0) DEFAULT 0 NOT NULL,
	"paid" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "package_user_pk" PRIMARY KEY("user_id","token"),
	CONSTRAINT "package_user_reinvested" CHECK ("package_user"."reinvested" BETWEEN 0 AND "package_user"."credited"),
	CONSTRAINT "package_user_unreturned" CHECK ("package_user"."unreturned" >= 0 AND "package_user"."paid" >= 0)
);

CREATE TABLE "package" (
	"id" integer PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"minimum" numeric(78, 0) NOT NULL,
	"reinvest_minimum" numeric(78, 0) NOT NULL,
	"term_days" integer NOT NULL,
	"rate_usdt" numeric(78, 0),
	"rate_dr" numeric(78, 0),
	"opens_at_second" integer NOT NULL,
	"closes_at_second" integer NOT NULL,
	"offered" boolean NOT NULL,
	CONSTRAINT "package_token" CHECK ("package"."token" IN ('USDT', 'DR', 'POD')),
	CONSTRAINT "package_term" CHECK (("package"."token" = 'POD') = ("package"."term_days" = 0) AND "package"."term_days" >= 0),
	CONSTRAINT "package_income" CHECK (greatest(coalesce("package"."rate_usdt", 0), coalesce("package"."rate_dr", 0)) * "package"."term_days" <= 1000000000000000000),
	CONSTRAINT "package_minimums" CHECK ("package"."minimum" > 0 AND "package"."reinvest_minimum" > 0),
	CONSTRAINT "package_hours" CHECK ("package"."opens_at_second" BETWEEN 0 AND 86400 AND "package"."closes_at_second" BETWEEN 0 AND 86400)
);

CREATE TABLE "recharge" (
	"tx_hash" "evm_bytes32" NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "recharge_pk" PRIMARY KEY("user_id","tx_hash")
);

CREATE TABLE "operator_stop" (
	"what" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"stopped_by" "evm_address" NOT NULL,
	"since" bigint NOT NULL
);

CREATE TABLE "parameter_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parameter_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"before" numeric(78, 0) NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" "evm_address" NOT NULL,
	"approved_by" "evm_address" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "parameter_change_two" CHECK ("parameter_change"."proposed_by" <> "parameter_change"."approved_by"),
	CONSTRAINT "parameter_change_value" CHECK ("parameter_change"."value" >= 0)
);

CREATE TABLE "pod_close" (
	"week" bigint PRIMARY KEY NOT NULL,
	"generation" bigint NOT NULL,
	"index_left" numeric(120, 0) NOT NULL,
	"paid_usdt" numeric(120, 0) NOT NULL,
	"paid_dr" numeric(120, 0) NOT NULL,
	"ends_generation" boolean NOT NULL,
	"shares" numeric(120, 0) NOT NULL,
	"shares_after" numeric(120, 0) NOT NULL
);

CREATE TABLE "pod_day_total" (
	"day" integer PRIMARY KEY NOT NULL,
	"power" numeric(78, 0) NOT NULL,
	"dr_burned" numeric(78, 0) NOT NULL
);

CREATE TABLE "pod_growth" (
	"week" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"bought" numeric(78, 0) NOT NULL,
	"reached_at" bigint NOT NULL,
	CONSTRAINT "pod_growth_week_user_id_pk" PRIMARY KEY("week","user_id")
);

CREATE TABLE "pod_pledge_change" (
	"user_id" bigint NOT NULL,
	"week" bigint NOT NULL,
	"joining" numeric(120, 0) NOT NULL,
	"leaving" numeric(120, 0) NOT NULL,
	CONSTRAINT "pod_pledge_change_user_id_week_pk" PRIMARY KEY("user_id","week"),
	CONSTRAINT "pod_pledge_change_leaving" CHECK ("pod_pledge_change"."leaving" >= 0)
);

CREATE TABLE "pod_pool" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"week" bigint NOT NULL,
	"generation" bigint NOT NULL,
	"index_left" numeric(120, 0) NOT NULL,
	"paid_usdt" numeric(120, 0) NOT NULL,
	"paid_dr" numeric(120, 0) NOT NULL,
	"shares" numeric(120, 0) NOT NULL,
	CONSTRAINT "pod_pool_one_row" CHECK ("pod_pool"."id" = 1),
	CONSTRAINT "pod_pool_not_negative" CHECK ("pod_pool"."shares" >= 0 AND "pod_pool"."index_left" > 0)
);

CREATE TABLE "pod_position" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"account" "evm_address" NOT NULL,
	"week" bigint NOT NULL,
	"generation" bigint NOT NULL,
	"shares" numeric(120, 0) NOT NULL,
	"index_left" numeric(120, 0) NOT NULL,
	"paid_usdt" numeric(120, 0) NOT NULL,
	"paid_dr" numeric(120, 0) NOT NULL,
	"accrued_usdt" numeric(120, 0) NOT NULL,
	"accrued_dr" numeric(120, 0) NOT NULL,
	"unpledged" numeric(120, 0) NOT NULL,
	"credited_usdt" numeric(78, 0) NOT NULL,
	"credited_dr" numeric(78, 0) NOT NULL,
	"told" numeric(78, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "pod_position_not_negative" CHECK ("pod_position"."shares" >= 0 AND "pod_position"."unpledged" >= 0 AND "pod_position"."accrued_usdt" >= 0 AND "pod_position"."accrued_dr" >= 0)
);

CREATE TABLE "pod_purchase" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pod_purchase_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"dr_amount" numeric(78, 0) NOT NULL,
	"usdr_amount" numeric(78, 0) NOT NULL,
	"power" numeric(78, 0) NOT NULL,
	"dr_price" numeric(78, 0) NOT NULL,
	"referrer" "evm_address" NOT NULL,
	"at" bigint NOT NULL,
	"week" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "pod_purchase_positive" CHECK ("pod_purchase"."dr_amount" > 0 AND "pod_purchase"."power" > 0)
);

CREATE TABLE "pod_week_total" (
	"week" bigint NOT NULL,
	"stripe" integer NOT NULL,
	"joining" numeric(120, 0) NOT NULL,
	"leaving" numeric(120, 0) NOT NULL,
	CONSTRAINT "pod_week_total_week_stripe_pk" PRIMARY KEY("week","stripe")
);

CREATE TABLE "pool_price" (
	"token" text NOT NULL,
	"minute" bigint NOT NULL,
	"close" numeric(78, 0) NOT NULL,
	"low" numeric(78, 0) NOT NULL,
	"high" numeric(78, 0) NOT NULL,
	CONSTRAINT "pool_price_token_minute_pk" PRIMARY KEY("token","minute"),
	CONSTRAINT "pool_price_token" CHECK ("pool_price"."token" IN ('DR', 'DRGV')),
	CONSTRAINT "pool_price_within" CHECK (0 < "pool_price"."low" AND "pool_price"."low" <= "pool_price"."close" AND "pool_price"."close" <= "pool_price"."high")
);

CREATE TABLE "price_known" (
	"token" text PRIMARY KEY NOT NULL,
	"price" numeric(78, 0) NOT NULL,
	"block_number" bigint NOT NULL,
	"block_time" bigint NOT NULL,
	CONSTRAINT "price_known_token" CHECK ("price_known"."token" IN ('DR', 'DRGV')),
	CONSTRAINT "price_known_positive" CHECK ("price_known"."price" > 0)
);

CREATE TABLE "price_observation" (
	"token" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"cumulative" numeric(78, 0) NOT NULL,
	CONSTRAINT "price_observation_token_timestamp_pk" PRIMARY KEY("token","timestamp"),
	CONSTRAINT "price_observation_token" CHECK ("price_observation"."token" IN ('DR', 'DRGV'))
);

CREATE TABLE "weekly_result" (
	"kind" text NOT NULL,
	"week" bigint NOT NULL,
	"file_hash" "evm_bytes32" NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "weekly_result_pk" PRIMARY KEY("kind","week")
);

CREATE TABLE "weekly_result_posted" (
	"kind" text NOT NULL,
	"week" bigint NOT NULL,
	"file_hash" "evm_bytes32" NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "weekly_result_posted_pk" PRIMARY KEY("kind","week")
);

CREATE TABLE "account_security" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"email" text,
	"email_bound_at" timestamp with time zone,
	"email_replaced_at" timestamp with time zone,
	"password_hash" text,
	"password_set_at" timestamp with time zone,
	CONSTRAINT "account_security_email_bound" CHECK (("account_security"."email" IS NULL) = ("account_security"."email_bound_at" IS NULL)),
	CONSTRAINT "account_security_password_set" CHECK (("account_security"."password_hash" IS NULL) = ("account_security"."password_set_at" IS NULL)),
	CONSTRAINT "account_security_password_form" CHECK ("account_security"."password_hash" LIKE '$argon2id$%')
);

CREATE TABLE "email_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"network" text NOT NULL,
	"code_hash" "evm_bytes32" NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "email_code_purpose" CHECK ("email_code"."purpose" IN ('bind-email', 'payment-password')),
	CONSTRAINT "email_code_tries" CHECK ("email_code"."tries" BETWEEN 0 AND 5)
);

CREATE TABLE "password_try" (
	"scope" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_try_not_negative" CHECK ("password_try"."tries" >= 0)
);

CREATE TABLE "signing_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"terms" jsonb NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	CONSTRAINT "signing_order_kind" CHECK ("signing_order"."kind" IN ('bind-email', 'reset-password', 'transfer'))
);

CREATE TABLE "announced_call" (
	"operation_id" "evm_bytes32" NOT NULL,
	"call_index" integer NOT NULL,
	"target" "evm_address" NOT NULL,
	"data" text NOT NULL,
	"announced_at" bigint NOT NULL,
	"executable_at" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "announced_call_operation_id_call_index_pk" PRIMARY KEY("operation_id","call_index"),
	CONSTRAINT "announced_call_state" CHECK ("announced_call"."state" IN ('waiting', 'done', 'cancelled'))
);

CREATE TABLE "expected_inflow" (
	"key" text PRIMARY KEY NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL
);

CREATE TABLE "reserve_check" (
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"block_number" bigint NOT NULL,
	"at" bigint NOT NULL,
	"reserve" numeric(78, 0) NOT NULL,
	"booked" numeric(78, 0) NOT NULL,
	"owed" numeric(78, 0) NOT NULL,
	"pools" numeric(78, 0) NOT NULL,
	CONSTRAINT "reserve_check_vault_token_pk" PRIMARY KEY("vault","token")
);

CREATE TABLE "reserve_shortfall" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reserve_shortfall_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"since_block" bigint NOT NULL,
	"since" bigint NOT NULL,
	"worst" numeric(78, 0) NOT NULL,
	"until_block" bigint,
	"until" bigint,
	CONSTRAINT "reserve_shortfall_worst" CHECK ("reserve_shortfall"."worst" > 0),
	CONSTRAINT "reserve_shortfall_end" CHECK (("reserve_shortfall"."until" IS NULL) = ("reserve_shortfall"."until_block" IS NULL))
);

CREATE TABLE "setting_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "setting_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"contract" text NOT NULL,
	"address" "evm_address" NOT NULL,
	"setting" text NOT NULL,
	"arguments" jsonb NOT NULL,
	"at" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"tx_hash" "evm_bytes32" NOT NULL,
	CONSTRAINT "setting_change_key_unique" UNIQUE("key")
);

CREATE TABLE "solvency_day" (
	"day" bigint PRIMARY KEY NOT NULL,
	"released" numeric(78, 0) DEFAULT 0 NOT NULL,
	"burned_dr" numeric(78, 0) DEFAULT 0 NOT NULL,
	"burned_drgv" numeric(78, 0) DEFAULT 0 NOT NULL
);

CREATE TABLE "swap_promise" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"account" "evm_address" NOT NULL,
	"nonce" bigint NOT NULL,
	"deadline" bigint NOT NULL,
	"output_token" text NOT NULL,
	"output_amount" numeric(78, 0) NOT NULL,
	"usdt_for_fee" numeric(78, 0) NOT NULL
);

CREATE TABLE "swap_record" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "swap_record_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tx_hash" "evm_bytes32" NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"at" bigint NOT NULL,
	"account" "evm_address" NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" bigint,
	"input_token" text NOT NULL,
	"output_token" text NOT NULL,
	"input_amount" numeric(78, 0) NOT NULL,
	"output_amount" numeric(78, 0) NOT NULL,
	"fee" numeric(78, 0) NOT NULL,
	"inviter_id" bigint,
	"inviter_share" numeric(78, 0) NOT NULL,
	"flush_id" bigint,
	CONSTRAINT "swap_record_tx_hash_log_index_pk" PRIMARY KEY("tx_hash","log_index"),
	CONSTRAINT "swap_record_two_tokens" CHECK ("swap_record"."input_token" <> "swap_record"."output_token"),
	CONSTRAINT "swap_record_share" CHECK ("swap_record"."inviter_share" = 0 OR "swap_record"."inviter_id" IS NOT NULL)
);

CREATE TABLE "internal_transfer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_user" bigint NOT NULL,
	"to_user" bigint NOT NULL,
	"vault" smallint NOT NULL,
	"token" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"journal_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"available_at" bigint NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "internal_transfer_positive" CHECK ("internal_transfer"."amount" > 0),
	CONSTRAINT "internal_transfer_not_self" CHECK ("internal_transfer"."from_user" <> "internal_transfer"."to_user")
);

CREATE TABLE "session" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"token_hash" "evm_bytes32" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"device" text,
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
	"typed_data" json NOT NULL,
	"signature" text NOT NULL,
	"prices" json NOT NULL,
	"outgoing" json NOT NULL,
	"incoming" json NOT NULL,
	"remaining" integer NOT NULL,
	"details" jsonb NOT NULL,
	"issued_at_block" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tx_hash" "evm_bytes32",
	"block_number" bigint,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "voucher_order_kind" CHECK ("voucher_order"."kind" IN ('buy-machine', 'activate-machine', 'buy-pod-power', 'buy-pod-power-again',
        'swap-token', 'withdraw-dr', 'withdraw-usdt')),
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
	"burn_free" numeric(78, 0) DEFAULT 0 NOT NULL,
	"burned" numeric(78, 0),
	"usd_value" numeric(78, 0) NOT NULL,
	"day" date NOT NULL,
	"final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "withdrawal_amount_positive" CHECK ("withdrawal"."amount" > 0),
	CONSTRAINT "withdrawal_burn" CHECK ("withdrawal"."token" <> 'DR' OR "withdrawal"."burn_amount" < "withdrawal"."amount"),
	CONSTRAINT "withdrawal_burn_free" CHECK ("withdrawal"."burn_free" BETWEEN 0 AND "withdrawal"."amount"),
	CONSTRAINT "withdrawal_burned" CHECK ("withdrawal"."burned" BETWEEN 0 AND "withdrawal"."burn_amount"),
	CONSTRAINT "withdrawal_final_burned" CHECK ("withdrawal"."final" = ("withdrawal"."burned" IS NOT NULL))
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

ALTER TABLE "dividend_prize" ADD CONSTRAINT "dividend_prize_week_dividend_week_week_fk" FOREIGN KEY ("week") REFERENCES "public"."dividend_week"("week") ON DELETE no action ON UPDATE no action;

ALTER TABLE "hold" ADD CONSTRAINT "hold_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "hold" ADD CONSTRAINT "hold_resolved_by_journal_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "posting" ADD CONSTRAINT "posting_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "posting" ADD CONSTRAINT "posting_from_account_ledger_account_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "posting" ADD CONSTRAINT "posting_to_account_ledger_account_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "mining_machine" ADD CONSTRAINT "mining_machine_purchase_id_mining_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."mining_purchase"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "mining_purchase" ADD CONSTRAINT "mining_purchase_product_id_mining_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."mining_product"("product_id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "mining_reservation" ADD CONSTRAINT "mining_reservation_product_id_mining_product_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."mining_product"("product_id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "node_share" ADD CONSTRAINT "node_share_week_node_week_week_fk" FOREIGN KEY ("week") REFERENCES "public"."node_week"("week") ON DELETE no action ON UPDATE no action;

ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "package_terms" ADD CONSTRAINT "package_terms_package_id_package_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."package"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "account_security" ADD CONSTRAINT "account_security_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "email_code" ADD CONSTRAINT "email_code_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "signing_order" ADD CONSTRAINT "signing_order_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "internal_transfer" ADD CONSTRAINT "internal_transfer_from_fk" FOREIGN KEY ("from_user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "internal_transfer" ADD CONSTRAINT "internal_transfer_to_fk" FOREIGN KEY ("to_user") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

ALTER TABLE "session" ADD CONSTRAINT "session_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

CREATE INDEX "seen_request_forget_index" ON "seen_request" USING btree ("forget_at");

CREATE UNIQUE INDEX "suspense_event_once" ON "suspense_event" USING btree ("chain_id","tx_hash","log_index","handler");

CREATE INDEX "suspense_event_open" ON "suspense_event" USING btree ("id") WHERE "suspense_event"."resolved_at" IS NULL;

CREATE INDEX "team_member_joined" ON "team_member" USING btree ("inviter_id","joined_seq");

CREATE INDEX "team_member_address" ON "team_member" USING btree ("inviter_id","address");

CREATE INDEX "team_week_rank" ON "team_week" USING btree ("week","performance" DESC NULLS FIRST,"new_members" DESC NULLS FIRST,"user_id");

CREATE INDEX "dividend_income_week" ON "dividend_income" USING btree ("week");

CREATE INDEX "dividend_prize_user" ON "dividend_prize" USING btree ("user_id");

CREATE INDEX "draw_entry_account" ON "draw_entry" USING btree ("account","draw_id");

CREATE INDEX "draw_settled" ON "draw" USING btree ("id") WHERE "draw"."state" <> 'open';

CREATE INDEX "draw_unsettled" ON "draw" USING btree ("id") WHERE "draw"."state" = 'open';

CREATE INDEX "hold_open" ON "hold" USING btree ("user_id") WHERE "hold"."resolution" IS NULL;

CREATE UNIQUE INDEX "journal_key" ON "journal" USING btree ("key");

CREATE UNIQUE INDEX "ledger_account_code" ON "ledger_account" USING btree ("code");

CREATE INDEX "ledger_account_user" ON "ledger_account" USING btree ("user_id");

CREATE INDEX "posting_journal" ON "posting" USING btree ("journal_id");

CREATE INDEX "posting_from" ON "posting" USING btree ("from_account","id");

CREATE INDEX "posting_to" ON "posting" USING btree ("to_account","id");

CREATE INDEX "mining_activation_list" ON "mining_activation" USING btree ("user_id","seq");

CREATE INDEX "mining_collect_user" ON "mining_collect" USING btree ("user_id","at");

CREATE INDEX "mining_machine_user" ON "mining_machine" USING btree ("user_id","id");

CREATE INDEX "mining_machine_purchase" ON "mining_machine" USING btree ("purchase_id");

CREATE UNIQUE INDEX "mining_purchase_order" ON "mining_purchase" USING btree ("order_id");

CREATE INDEX "mining_purchase_user" ON "mining_purchase" USING btree ("user_id","product_id");

CREATE INDEX "mining_purchase_list" ON "mining_purchase" USING btree ("user_id","id");

CREATE INDEX "node_branch_staked" ON "node_branch" USING btree ("staked");

CREATE INDEX "node_income_week" ON "node_income" USING btree ("week");

CREATE INDEX "node_member_inviter" ON "node_member" USING btree ("inviter_id");

CREATE INDEX "node_member_unbound" ON "node_member" USING btree ("user_id") WHERE "node_member"."inviter_id" IS NULL;

CREATE INDEX "node_member_new" ON "node_member" USING btree ("user_id") WHERE "node_member"."inviter_from" IS NULL AND "node_member"."inviter_id" IS NOT NULL;

CREATE INDEX "node_member_from" ON "node_member" USING btree ("inviter_from");

CREATE INDEX "node_share_user" ON "node_share" USING btree ("user_id","week");

CREATE INDEX "node_stake_beginning" ON "node_stake" USING btree ("starts_at") WHERE "node_stake"."began_in" IS NULL;

CREATE INDEX "node_stake_ending" ON "node_stake" USING btree ("matures_at") WHERE "node_stake"."ended_in" IS NULL;

CREATE INDEX "node_stake_began" ON "node_stake" USING btree ("began_in");

CREATE INDEX "node_stake_user" ON "node_stake" USING btree ("user_id");

CREATE INDEX "notice_shown" ON "notice" USING btree ("id") WHERE "notice"."withdrawn_at" IS NULL;

CREATE INDEX "notice_read_notice" ON "notice_read" USING btree ("notice_id","edition");

CREATE INDEX "operator_audit_subject" ON "operator_audit" USING btree ("subject","id");

CREATE UNIQUE INDEX "operator_proposal_open" ON "operator_proposal" USING btree ("subject") WHERE "operator_proposal"."state" = 'open';

CREATE UNIQUE INDEX "package_deposit_seq" ON "package_deposit" USING btree ("seq");

CREATE INDEX "package_deposit_address" ON "package_deposit" USING btree ("address","seq");

CREATE INDEX "package_deposit_transaction" ON "package_deposit" USING btree ("tx_hash");

CREATE INDEX "package_deposit_unattributed" ON "package_deposit" USING btree ("address") WHERE "package_deposit"."outcome" = 'unattributed';

CREATE UNIQUE INDEX "package_funding_order" ON "package_funding" USING btree ("package_id","token","funded_before");

CREATE INDEX "package_funding_shown" ON "package_funding" USING btree ("package_id","token","funded_before") WHERE "package_funding"."amount" >= 1e18;

CREATE UNIQUE INDEX "package_position_reference" ON "package_position" USING btree ("reference");

CREATE UNIQUE INDEX "package_position_request" ON "package_position" USING btree ("user_id","request_id") WHERE "package_position"."request_id" IS NOT NULL;

CREATE INDEX "package_position_user" ON "package_position" USING btree ("user_id","id");

CREATE INDEX "package_position_due" ON "package_position" USING btree ("next_due_at") WHERE "package_position"."next_due_at" IS NOT NULL;

CREATE INDEX "package_position_user_due" ON "package_position" USING btree ("user_id","next_due_at") WHERE "package_position"."next_due_at" IS NOT NULL;

CREATE INDEX "package_position_user_maturity" ON "package_position" USING btree ("user_id","matures_at","id");

CREATE INDEX "recharge_user" ON "recharge" USING btree ("user_id","created_at");

CREATE INDEX "parameter_change_subject" ON "parameter_change" USING btree ("subject","id");

CREATE INDEX "pod_close_generation_ends" ON "pod_close" USING btree ("week") WHERE "pod_close"."ends_generation";

CREATE INDEX "pod_growth_rank" ON "pod_growth" USING btree ("week","bought" DESC NULLS FIRST,"reached_at");

CREATE UNIQUE INDEX "pod_position_account" ON "pod_position" USING btree ("account");

CREATE INDEX "pod_position_behind" ON "pod_position" USING btree ("week","user_id");

CREATE UNIQUE INDEX "pod_purchase_order" ON "pod_purchase" USING btree ("order_id");

CREATE INDEX "pod_purchase_user" ON "pod_purchase" USING btree ("user_id","id");

CREATE INDEX "pod_purchase_user_week" ON "pod_purchase" USING btree ("user_id","week");

CREATE INDEX "pod_purchase_late" ON "pod_purchase" USING btree ("week") WHERE "pod_purchase"."at" < 345600 + "pod_purchase"."week" * 604800;

CREATE INDEX "email_code_user_index" ON "email_code" USING btree ("user_id","sent_at");

CREATE INDEX "email_code_email_index" ON "email_code" USING btree ("email","sent_at");

CREATE INDEX "email_code_sent_index" ON "email_code" USING btree ("sent_at");

CREATE INDEX "password_try_ends_index" ON "password_try" USING btree ("ends_at");

CREATE INDEX "signing_order_user_index" ON "signing_order" USING btree ("user_id","kind");

CREATE INDEX "signing_order_deadline_index" ON "signing_order" USING btree ("deadline");

CREATE INDEX "expected_inflow_tx" ON "expected_inflow" USING btree ("tx_hash");

CREATE UNIQUE INDEX "reserve_shortfall_open" ON "reserve_shortfall" USING btree ("vault","token") WHERE "reserve_shortfall"."until" IS NULL;

CREATE INDEX "swap_promise_nonce" ON "swap_promise" USING btree ("account","nonce");

CREATE INDEX "swap_record_user" ON "swap_record" USING btree ("user_id","seq");

CREATE INDEX "swap_record_unflushed" ON "swap_record" USING btree ("seq") WHERE "swap_record"."flush_id" IS NULL;

CREATE INDEX "internal_transfer_waiting" ON "internal_transfer" USING btree ("available_at","id") WHERE released_at IS NULL;

CREATE INDEX "internal_transfer_to_waiting" ON "internal_transfer" USING btree ("to_user","available_at") WHERE released_at IS NULL;

CREATE INDEX "session_user_index" ON "session" USING btree ("user_id");

CREATE INDEX "session_expires_index" ON "session" USING btree ("expires_at");

CREATE INDEX "used_nonce_expires_index" ON "used_nonce" USING btree ("expires_at");

CREATE UNIQUE INDEX "voucher_order_digest" ON "voucher_order" USING btree ("digest");

CREATE INDEX "voucher_order_user" ON "voucher_order" USING btree ("user_id","kind","seq");

CREATE INDEX "voucher_order_open" ON "voucher_order" USING btree ("account","contract","nonce") WHERE "voucher_order"."status" = 'open';

CREATE INDEX "voucher_order_last" ON "voucher_order" USING btree ("account","contract","id");

CREATE INDEX "voucher_order_lapse" ON "voucher_order" USING btree ("deadline") WHERE "voucher_order"."resolved_at" IS NULL;

CREATE INDEX "withdrawal_user_day" ON "withdrawal" USING btree ("user_id","day");
