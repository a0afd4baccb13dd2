// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IBurnable} from "./IBurnable.sol";

/// @title DigitDraw: ten digits, one is drawn; entries are burned, prizes come from a pot that was funded
/// before
/// @notice A draw goes so: the drawer commits to a secret (`open`); entries name a digit and burn DR
/// (`enter`), and each is folded into the draw's `entriesHash`, which is complete before the target block
/// exists; the hash of the target block and the secret, revealed by anyone who knows it, give the digit
/// (`reveal`); winners, or anyone for them, fetch the prize (`claim`). Where a secret
/// is withheld, every entry is refunded from the bond, and the maximum that the draw could have paid is
/// burned out of the pot (`expire`): more than any result would have cost the owner of bond and pot.
/// @dev Nothing is ever owed that is not there: an entry is taken only if the pot covers the prize of each
/// digit, and the bond the refund of all entries. Entries are burned at once, so no prize is another's entry.
/// No one can take tokens out of the pot but by winning; the drawer can take back the part of the bond that
/// backs no entry. Whose key the drawer's is need not own either: entering by another account and revealing
/// what wins alone costs the bond each entry that loses, and the pot a tenth on average.
/// Assumes that the drawer and the validator of the target block do not work together. One validator may
/// well make both the closing and the target block, since its turn may be longer than the
/// `TARGET_GAP_BLOCKS` between them. It may then leave entries out and choose among target blocks, but
/// without the secret it does not know which digit either gives. What keeps entries as they are is the
/// chain's finality alone (two or three blocks), so the secret is to be revealed once the target block is
/// final: revealed before, the validator could write both blocks again with the digit known. And the chain
/// keeps its last 8,191 block hashes (EIP-2935): one that kept 256 alone would take a secret for as many
/// blocks, and refund what comes later, as `expire` says. No setting, no admin but for the drawer's
/// replacement.
interface IDigitDraw {
    /// @notice The state of a draw. `Drawing`: entries are closed, the digit is not known yet.
    enum State {
        None,
        Open,
        Drawing,
        Drawn,
        Expired
    }

    /// @notice A draw in its present state. Amounts are base units of DR.
    struct Draw {
        State state;
        /// @dev Which digit was drawn; 0 until then.
        uint8 digit;
        /// @dev The last block that takes entries; the block whose hash decides; the last block that takes
        /// the secret.
        uint64 closeBlock;
        uint64 targetBlock;
        uint64 revealBlock;
        bytes32 commitment;
        bytes32 entriesHash;
        uint256 total;
        uint256[10] byDigit;
        /// @dev Zero until drawn.
        bytes32 secret;
        bytes32 targetHash;
    }

    /// @notice `source` put `amount` into the pot.
    event PotFunded(address indexed source, uint256 amount, string memo);
    /// @notice `source` put `amount` into the bond.
    event BondPosted(address indexed source, uint256 amount);
    /// @notice The drawer took back `amount` of the bond that backed no entry.
    event BondReturned(address indexed drawer, uint256 amount);
    /// @notice A draw takes entries until `closeBlock`, that one included.
    event DrawOpened(uint256 indexed drawId, bytes32 commitment, uint64 closeBlock, uint64 targetBlock);
    /// @notice `account` burned `amount` for `digit`. `index` counts the draw's entries from 0.
    event Entered(
        uint256 indexed drawId, address indexed account, uint8 digit, uint256 amount, uint256 index, bytes32 entriesHash
    );
    /// @notice `digit` was drawn; `prize` is owed to those who named it.
    event Drawn(uint256 indexed drawId, uint8 digit, bytes32 secret, bytes32 targetHash, uint256 prize);
    /// @notice The secret did not come in time: `refund` is owed to all who entered, `burned` was burned out
    /// of the pot.
    event DrawExpired(uint256 indexed drawId, uint256 refund, uint256 burned);
    /// @notice `account` was paid what draw `drawId` owed it.
    event Claimed(uint256 indexed drawId, address indexed account, uint256 amount);
    /// @notice Another drawer.
    event DrawerSet(address indexed previous, address indexed drawer);

    /// @notice Only the drawer.
    error NotDrawer();
    /// @notice Only the admin.
    error NotAdmin();
    /// @notice An amount, address or commitment of zero.
    error ZeroValue();
    /// @notice The drawer cannot be the admin, its proposer or its guardian.
    error RolesNotDistinct();
    /// @notice The treasury, which sales go to, funds no prize.
    error SourceIsTreasury();
    /// @notice A memo is of 1 … `MEMO_MAX` bytes.
    error MemoInvalid(uint256 length);
    /// @notice The last draw still takes entries.
    error DrawStillOpen(uint256 drawId);
    /// @notice A draw takes entries for 1 … `OPEN_BLOCKS_MAX` blocks.
    error OpenBlocksInvalid(uint256 openBlocks);
    /// @notice The draw takes no entries: it does not exist, or is closed.
    error DrawClosed(uint256 drawId);
    /// @notice Digits are 0 … 9.
    error DigitInvalid(uint256 digit);
    /// @notice An entry is of at least `ENTRY_MIN`, and so is what is put into the pot.
    error EntryTooSmall(uint256 amount);
    /// @notice The pot could not pay if this digit were drawn; at most `accepted` more can be put on it.
    error PotTooSmall(uint256 accepted);
    /// @notice The bond could not refund this entry; at most `accepted` more can be entered.
    error BondTooSmall(uint256 accepted);
    /// @notice More of the bond than backs no entry.
    error BondInUse(uint256 free);
    /// @notice Too early, too late, or done: the draw is not in its drawing time.
    error NotDrawing(uint256 drawId);
    /// @notice The secret is not the one that was committed to.
    error SecretWrong(uint256 drawId);
    /// @notice The chain does not say the target block's hash any more.
    error TargetHashUnknown(uint256 drawId);
    /// @notice The secret may still come.
    error RevealStillPossible(uint256 drawId);
    /// @notice The draw owes this account nothing, or has paid it.
    error NothingToClaim(uint256 drawId, address account);

    /// @notice The DR token.
    function DR_TOKEN() external view returns (IBurnable);

    /// @notice The only one who can name another drawer: the time-lock.
    function ADMIN() external view returns (address);

    /// @notice Who is refused as source of the pot.
    function TREASURY() external view returns (address);

    /// @notice Who opens draws, and owns the bond.
    function drawer() external view returns (address);

    /// @notice How many draws were opened; the last one's id.
    function drawCount() external view returns (uint256);

    /// @notice The number of events so far that move something: `PotFunded`, `BondPosted`, `BondReturned`,
    /// `DrawOpened`, `Entered`, `Drawn`, `DrawExpired` and `Claimed` together. A reader that knows as many
    /// has missed none.
    function eventCount() external view returns (uint256);

    /// @notice The part of the pot that no draw may still owe; base units of DR.
    function potFree() external view returns (uint256);

    /// @notice The part of the bond that backs no refund; base units of DR.
    function bondFree() external view returns (uint256);

    /// @notice A draw at this block.
    function drawOf(uint256 drawId) external view returns (Draw memory);

    /// @notice Amounts that `account` entered on each digit of a draw.
    function entriesOf(uint256 drawId, address account) external view returns (uint256[10] memory);

    /// @notice Unpaid debt of a draw to `account`: its prize, or its refund. Base units of DR.
    function claimable(uint256 drawId, address account) external view returns (uint256);

    /// @notice The maximum that can still be put on `digit` in a draw: what the pot could pay and the bond
    /// refund.
    function acceptable(uint256 drawId, uint8 digit) external view returns (uint256);

    /// @notice Puts `amount` of the caller's into the pot. It leaves as prizes, or burned, and in no other
    /// way.
    function fundPot(uint256 amount, string calldata memo) external;

    /// @notice Puts `amount` of the caller's into the bond: it is the drawer's to take back where it backs no
    /// entry.
    function postBond(uint256 amount) external;

    /// @notice The drawer takes back `amount` of the free bond.
    function returnBond(uint256 amount) external;

    /// @notice Opens the next draw. One at a time takes entries; those before may still wait for their
    /// secret.
    /// @param commitment `keccak256(abi.encode(drawId, secret))`.
    /// @param openBlocks For how many blocks, this one included, entries are taken.
    function open(bytes32 commitment, uint256 openBlocks) external returns (uint256 drawId);

    /// @notice Burns `amount` of the caller's DR for `digit`. Not refundable but for an expired draw.
    function enter(uint256 drawId, uint8 digit, uint256 amount) external;

    /// @notice Draws the digit: anyone who knows the secret, from the block after the target block until
    /// `revealBlock`. The drawer waits until the target block is final.
    function reveal(uint256 drawId, bytes32 secret) external;

    /// @notice After `revealBlock`: entries are refunded from the bond, and the maximum is burned out of the
    /// pot. Anyone.
    function expire(uint256 drawId) external;

    /// @notice Pays `account` what a draw owes it. Anyone may call it for anyone.
    function claim(uint256 drawId, address account) external;

    /// @notice Names another drawer.
    function setDrawer(address newDrawer) external;
}
