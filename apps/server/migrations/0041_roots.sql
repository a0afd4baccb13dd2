-- runs-with: 0036
-- Files that say what each account ever earned, with their roots (ADR 0073).
CREATE TABLE roots_file (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  epoch bigint NOT NULL,
  snapshot_block bigint NOT NULL,
  snapshot_hash evm_bytes32 NOT NULL,
  snapshot_time bigint NOT NULL,
  lines bigint DEFAULT 0 NOT NULL,
  kept bigint DEFAULT 0 NOT NULL,
  lifted bigint DEFAULT 0 NOT NULL,
  CONSTRAINT roots_file_epoch CHECK (epoch > 0)
);
CREATE UNIQUE INDEX roots_file_once ON roots_file (epoch, snapshot_block);

CREATE TABLE roots_book (
  file_id bigint NOT NULL,
  place smallint NOT NULL,
  vault evm_address NOT NULL,
  token evm_address NOT NULL,
  hash evm_bytes32 NOT NULL,
  total numeric(78, 0) NOT NULL,
  CONSTRAINT roots_book_pk PRIMARY KEY (file_id, place),
  CONSTRAINT roots_book_file FOREIGN KEY (file_id) REFERENCES roots_file (id)
);

CREATE TABLE roots_piece (
  file_id bigint NOT NULL,
  part integer NOT NULL,
  data bytea NOT NULL,
  CONSTRAINT roots_piece_pk PRIMARY KEY (file_id, part),
  CONSTRAINT roots_piece_file FOREIGN KEY (file_id) REFERENCES roots_file (id)
);
