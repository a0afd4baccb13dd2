// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IBurnable} from "./IBurnable.sol";
import {IWithdrawalVault} from "./IWithdrawalVault.sol";

/// @notice A sibling on the path from a leaf to its root; `(0, 0)` where there is none.
/// @param sum Base units of all leaves below it.
struct ProofNode {
    bytes32 hash;
    uint256 sum;
}

/// @notice What an account says it ever earned in a book, with the path to that book's root. Epoch 0 is "no
/// proof", and all else is then zero and empty.
/// @param epoch The final epoch whose root it leads to.
/// @param earned Base units.
/// @param index Place of the leaf, from 0; its bits are the directions of the path, the lowest first.
/// @param path Siblings from the leaf upwards, at most `PATH_LENGTH_MAX`.
struct Proof {
    uint256 epoch;
    uint256 earned;
    uint256 index;
    ProofNode[] path;
}

/// @title RootRegistry: the roots that say what each account ever earned
/// @notice Once a day the attester posts five roots, one a book: (miner vault, DR), (deflation vault, USDT),
/// (deflation vault, DR), (node vault, USDT), (node vault, DR). A root is that of a sum tree with one leaf an
/// account: what it ever earned there, which only rises. The witness, another key on another machine,
/// confirms what it has recomputed; seven days after that the epoch is final, unless the guardian or the
/// proposer vetoed it before, and stays final: no call takes back what a final root grants.
/// @dev Leaf: `keccak256(abi.encode(chainId, vault, token, account, earned))`, with the sum `earned`. Node:
/// `keccak256(abi.encode(leftHash, leftSum, rightHash, rightSum))`, with the sum of both. A missing node and
/// an empty book are `(0, 0)`. The digest of an epoch is `keccak256(abi.encode(epoch, snapshotBlock, books,
/// refused))` of the call to `post`, with bit i of the number `refused` set where book i was refused.
/// The contract holds nothing. It takes the word of two keys for what each account earned; what all accounts
/// earned is bounded by the vaults' own numbers (`mostEarned`), pools and what is not earned yet included.
interface IRootRegistry {
    /// @notice The root of a book: its hash and the sum of all its leaves, in base units.
    struct Book {
        address vault;
        address token;
        bytes32 hash;
        uint256 total;
    }

    /// @notice What is known of an epoch. Times are Unix seconds, 0: not yet.
    /// @param isVoid It was vetoed, or another was posted before it was confirmed.
    struct Epoch {
        uint64 postedAt;
        uint64 confirmedAt;
        bool isVoid;
        address poster;
        bytes32 digest;
    }

    /// @notice `poster` posted the roots of `epoch`, made of the chain's state at `snapshotBlock`. The epoch
    /// before it is void from now on unless it was confirmed.
    event RootsPosted(uint256 indexed epoch, address indexed poster, uint256 snapshotBlock, bytes32 digest);
    /// @notice The root of a book in `epoch`.
    event BookPosted(uint256 indexed epoch, address indexed vault, address indexed token, bytes32 hash, uint256 total);
    /// @notice A book of `epoch` has no root: it claims that more was earned than `maximum`.
    event BookRefused(
        uint256 indexed epoch,
        address indexed vault,
        address indexed token,
        bytes32 hash,
        uint256 total,
        uint256 maximum
    );
    /// @notice The witness has found the content of `epoch` right.
    event EpochConfirmed(uint256 indexed epoch, address indexed witness, bytes32 digest);
    /// @notice `fromEpoch` and all later epochs that are not final are void.
    event EpochsVetoed(uint256 indexed fromEpoch, address indexed by);
    /// @notice `account` can neither claim nor transfer.
    event ClaimsLocked(address indexed account);
    /// @notice `account` can claim and transfer again, from `claimsFrom` (Unix seconds) on.
    event ClaimsUnlocked(address indexed account, uint256 claimsFrom);
    /// @notice Another key posts from now on.
    event AttesterSet(address indexed from, address indexed to);
    /// @notice Another key confirms from now on.
    event WitnessSet(address indexed from, address indexed to);

    /// @notice Only the attester posts.
    error NotAttester();
    /// @notice Only the witness confirms.
    error NotWitness();
    /// @notice Only the time-lock sets attester and witness.
    error NotAdmin();
    /// @notice Only the guardian and the proposer of the time-lock veto.
    error NotVetoer();
    /// @notice A zero address of a role.
    error ZeroValue();
    /// @notice Attester and witness are two keys, and neither is the admin, its proposer or its guardian. Who
    /// posted an epoch does not confirm it.
    error RolesNotDistinct();
    /// @notice At deployment: `vault` is another account's, has another token, or asks another registry.
    error VaultWrong(address vault);
    /// @notice The next epoch, or the newest one, is `expected`.
    error EpochWrong(uint256 epoch, uint256 expected);
    /// @notice There is no such epoch.
    error EpochUnknown(uint256 epoch);
    /// @notice The epoch was vetoed.
    error EpochIsVoid(uint256 epoch);
    /// @notice The epoch was confirmed before.
    error EpochIsConfirmed(uint256 epoch);
    /// @notice The epoch is final: it cannot be vetoed any more.
    error EpochIsFinal(uint256 epoch);
    /// @notice The epoch was not confirmed seven days ago or more, or is void.
    error EpochNotFinal(uint256 epoch);
    /// @notice The next post is possible from `postableFrom` (Unix seconds) on.
    error PostedTooRecently(uint256 postableFrom);
    /// @notice The snapshot must be of an earlier block, later than the last snapshot.
    error SnapshotWrong(uint256 snapshotBlock);
    /// @notice Not the five books in their order.
    error BooksWrong();
    /// @notice The epoch's content has another digest.
    error DigestWrong(bytes32 digest);
    /// @notice The proof does not lead to the book's root.
    error ProofInvalid();
    /// @notice The account locked its claims; it can claim from `claimsFrom` (Unix seconds) on, 2**256 - 1:
    /// once it has unlocked them and three days are over.
    error ClaimsAreLocked(uint256 claimsFrom);

    /// @notice The time-lock.
    function ADMIN() external view returns (address);

    /// @notice The vault of account 0, which pays DR.
    function MINER_VAULT() external view returns (IWithdrawalVault);

    /// @notice The vault of account 1, which pays USDT and DR.
    function DEFLATION_VAULT() external view returns (IWithdrawalVault);

    /// @notice The vault of account 2, which pays USDT and DR.
    function NODE_VAULT() external view returns (IWithdrawalVault);

    /// @notice The DR token of all three vaults.
    function DR_TOKEN() external view returns (IBurnable);

    /// @notice The payment token of all three vaults.
    function USDT() external view returns (IERC20);

    /// @notice Who posts.
    function attester() external view returns (address);

    /// @notice Who confirms.
    function witness() external view returns (address);

    /// @notice Posts the roots of an epoch. Attester only, `POST_INTERVAL` after the last post at the
    /// earliest. A book whose total is above `mostEarned` at this moment gets no root, and the others stand.
    /// Payments, claims and deposits move both sides alike, so no stranger can make a true post fail.
    /// @param epoch The next number; the first is 1, and none is used twice.
    /// @param snapshotBlock The block whose state the roots say: before this one, after the last snapshot.
    /// @param books The five of them, in their order.
    function post(uint256 epoch, uint256 snapshotBlock, Book[] calldata books) external;

    /// @notice Confirms the newest epoch. Witness only, at any time, once, and not what it posted itself.
    /// @param digest The epoch's (`Epoch`): so that no other content is confirmed after a reorganisation.
    function confirm(uint256 epoch, bytes32 digest) external;

    /// @notice Makes `epoch` and all later ones void that are not final. Guardian or proposer only. `epoch`
    /// itself must not be final.
    function veto(uint256 epoch) external;

    /// @notice Stops the caller's own claims and transfers, in all three vaults, until it unlocks them;
    /// vouchers and deposits go on. It delays a thief of the wallet's key, and does not rescue.
    function lockClaims() external;

    /// @notice Lets the caller claim and transfer again after `UNLOCK_NOTICE`. Locking within it starts over,
    /// unlocking again changes nothing.
    function unlockClaims() external;

    /// @notice Admin only.
    function setAttester(address newAttester) external;

    /// @notice Admin only.
    function setWitness(address newWitness) external;

    /// @notice Base units that `account` ever earned in a book, as the proof's final root says; 0 without a
    /// proof. Reverts for an account that locked its claims, for an epoch that is not final and for a proof
    /// that does not lead to the root.
    function granted(address vault, address account, address token, Proof calldata proof)
        external
        view
        returns (uint256 earned);

    /// @notice Whether `epoch` was confirmed seven days ago or more, and not vetoed.
    function isFinal(uint256 epoch) external view returns (bool);

    /// @notice What is known of `epoch`; all zero when there is none.
    function epochOf(uint256 epoch) external view returns (Epoch memory);

    /// @notice The root of a book.
    /// @param posted Whether it has one in this epoch.
    function rootOf(uint256 epoch, address vault, address token)
        external
        view
        returns (bytes32 hash, uint256 total, bool posted);

    /// @notice The newest epoch; 0: none was posted yet.
    function lastEpoch() external view returns (uint256);

    /// @notice When `account` can claim (Unix seconds); 0: it never locked its claims, 2**256 - 1: they are
    /// locked.
    function claimsFrom(address account) external view returns (uint256);

    /// @notice Base units: no more can have been earned in a book so far. What the vault holds and ever paid,
    /// without what was deposited.
    function mostEarned(address vault, address token) external view returns (uint256);

    /// @notice Whether `account` is one of the three vaults.
    function isVault(address account) external view returns (bool);
}
