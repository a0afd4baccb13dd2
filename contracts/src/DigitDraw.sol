// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Blockhash} from "@openzeppelin/contracts/utils/Blockhash.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {MEMO_LENGTH_MAX} from "./Constants.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IDigitDraw} from "./interfaces/IDigitDraw.sol";
import {AdminRoles} from "./libraries/AdminRoles.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title DigitDraw
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract DigitDraw is IDigitDraw {
    using SafeERC20 for IERC20;

    /// @notice How many times an entry's amount its prize is; one digit of ten is drawn, so 9 of 10 come back
    /// on average.
    uint256 public constant PRIZE_MULTIPLE = 9;
    /// @notice Base units of DR.
    uint256 public constant ENTRY_MIN = 1e18;
    /// @notice Longest memo, in bytes.
    uint256 public constant MEMO_MAX = MEMO_LENGTH_MAX;
    /// @notice Longest time a draw takes entries.
    uint256 public constant OPEN_BLOCKS_MAX = 28_800;
    /// @notice From the last block with entries to the one that decides: what was entered is final by then,
    /// as long as blocks become final within eight. Fewer than one validator's turn may have.
    uint256 public constant TARGET_GAP_BLOCKS = 8;
    /// @notice After the target block: an hour at 0.45 seconds a block. Below the 8,191 blocks whose hashes
    /// the chain keeps (EIP-2935, here BEP-440).
    uint256 public constant REVEAL_BLOCKS = 8_000;

    uint256 private constant DIGITS = 10;

    struct Record {
        bytes32 commitment;
        bytes32 entriesHash;
        uint64 closeBlock;
        uint64 targetBlock;
        uint64 entries;
        uint8 digit;
        State settled;
        uint256 total;
        uint256 highest;
        uint256[DIGITS] byDigit;
        bytes32 secret;
        bytes32 targetHash;
    }

    /// @inheritdoc IDigitDraw
    IBurnable public immutable override DR_TOKEN;
    /// @inheritdoc IDigitDraw
    address public immutable override ADMIN;
    /// @inheritdoc IDigitDraw
    address public immutable override TREASURY;

    /// @inheritdoc IDigitDraw
    address public override drawer;
    /// @inheritdoc IDigitDraw
    uint256 public override potFree;
    /// @dev One slot with both numbers, which entries and draws write anyway.
    uint128 private _bondFree;
    uint64 private _drawCount;
    uint64 private _eventCount;

    mapping(uint256 drawId => Record) private _draws;
    mapping(uint256 drawId => mapping(address account => uint256[DIGITS])) private _entries;
    mapping(uint256 drawId => mapping(address account => bool)) private _paid;

    constructor(IBurnable dr, address admin, address treasury, address drawer_) {
        if (admin == address(0) || treasury == address(0)) revert ZeroValue();
        Deployed.requireContract(address(dr));
        DR_TOKEN = dr;
        ADMIN = admin;
        TREASURY = treasury;
        _setDrawer(drawer_);
    }

    /// @inheritdoc IDigitDraw
    function fundPot(uint256 amount, string calldata memo) external override {
        if (msg.sender == TREASURY) revert SourceIsTreasury();
        if (amount == 0) revert ZeroValue();
        uint256 length = bytes(memo).length;
        if (length == 0 || length > MEMO_MAX) revert MemoInvalid(length);
        if (amount < ENTRY_MIN) revert EntryTooSmall(amount); // each is a line in the app's short list
        potFree += amount;
        ++_eventCount;

        emit PotFunded(msg.sender, amount, memo);

        IERC20(DR_TOKEN).safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc IDigitDraw
    function postBond(uint256 amount) external override {
        if (amount == 0) revert ZeroValue();
        _bondFree += SafeCast.toUint128(amount);
        ++_eventCount;

        emit BondPosted(msg.sender, amount);

        IERC20(DR_TOKEN).safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc IDigitDraw
    function returnBond(uint256 amount) external override {
        if (msg.sender != drawer) revert NotDrawer();
        if (amount == 0) revert ZeroValue();
        if (amount > _bondFree) revert BondInUse(_bondFree);
        // forge-lint: disable-next-line(unsafe-typecast)
        _bondFree -= uint128(amount); // at most `_bondFree`
        ++_eventCount;

        emit BondReturned(msg.sender, amount);

        IERC20(DR_TOKEN).safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IDigitDraw
    function open(bytes32 commitment, uint256 openBlocks) external override returns (uint256 drawId) {
        if (msg.sender != drawer) revert NotDrawer();
        if (commitment == bytes32(0)) revert ZeroValue();
        if (openBlocks == 0 || openBlocks > OPEN_BLOCKS_MAX) revert OpenBlocksInvalid(openBlocks);
        uint64 last = _drawCount;
        if (_stateOf(_draws[last]) == State.Open) revert DrawStillOpen(last);

        _drawCount = last + 1;
        ++_eventCount;
        drawId = last + 1;
        Record storage draw = _draws[drawId];
        uint64 closeBlock = uint64(block.number + openBlocks - 1);
        uint64 targetBlock = uint64(closeBlock + TARGET_GAP_BLOCKS);
        draw.commitment = commitment;
        draw.closeBlock = closeBlock;
        draw.targetBlock = targetBlock;
        emit DrawOpened(drawId, commitment, closeBlock, targetBlock);
    }

    /// @inheritdoc IDigitDraw
    function enter(uint256 drawId, uint8 digit, uint256 amount) external override {
        Record storage draw = _draws[drawId];
        if (_stateOf(draw) != State.Open) revert DrawClosed(drawId);
        if (digit >= DIGITS) revert DigitInvalid(digit);
        if (amount < ENTRY_MIN) revert EntryTooSmall(amount);
        _reserve(draw, digit, amount);

        uint256 index = draw.entries;
        bytes32 entriesHash = keccak256(abi.encode(draw.entriesHash, msg.sender, digit, amount));
        draw.entriesHash = entriesHash;
        draw.entries = uint64(index + 1);
        draw.total += amount;
        draw.byDigit[digit] += amount;
        _entries[drawId][msg.sender][digit] += amount;
        ++_eventCount;
        emit Entered(drawId, msg.sender, digit, amount, index, entriesHash);

        DR_TOKEN.burnFrom(msg.sender, amount);
    }

    /// @inheritdoc IDigitDraw
    function reveal(uint256 drawId, bytes32 secret) external override {
        Record storage draw = _draws[drawId];
        // The target block's own hash is known from the block after it.
        if (_stateOf(draw) != State.Drawing || block.number <= draw.targetBlock) revert NotDrawing(drawId);
        if (block.number > draw.targetBlock + REVEAL_BLOCKS) revert NotDrawing(drawId);
        if (keccak256(abi.encode(drawId, secret)) != draw.commitment) revert SecretWrong(drawId);

        bytes32 targetHash = Blockhash.blockHash(draw.targetBlock);
        if (targetHash == bytes32(0)) revert TargetHashUnknown(drawId);
        // 2**256 is not a multiple of ten: a digit is likelier by less than 1e-76.
        uint8 digit = uint8(uint256(keccak256(abi.encode(secret, targetHash, draw.entriesHash))) % DIGITS);
        uint256 prize = draw.byDigit[digit] * PRIZE_MULTIPLE;
        (draw.settled, draw.digit) = (State.Drawn, digit);
        (draw.secret, draw.targetHash) = (secret, targetHash);
        potFree += draw.highest * PRIZE_MULTIPLE - prize;
        _bondFree += SafeCast.toUint128(draw.total);
        ++_eventCount;
        emit Drawn(drawId, digit, secret, targetHash, prize);
    }

    /// @inheritdoc IDigitDraw
    function expire(uint256 drawId) external override {
        Record storage draw = _draws[drawId];
        if (_stateOf(draw) != State.Drawing) revert NotDrawing(drawId);
        if (block.number <= draw.targetBlock + REVEAL_BLOCKS) revert RevealStillPossible(drawId);

        draw.settled = State.Expired;
        ++_eventCount;
        uint256 burned = draw.highest * PRIZE_MULTIPLE;
        emit DrawExpired(drawId, draw.total, burned);

        DR_TOKEN.burn(burned);
    }

    /// @inheritdoc IDigitDraw
    function claim(uint256 drawId, address account) external override {
        uint256 amount = claimable(drawId, account);
        if (amount == 0) revert NothingToClaim(drawId, account);
        _paid[drawId][account] = true;
        ++_eventCount;

        emit Claimed(drawId, account, amount);

        IERC20(DR_TOKEN).safeTransfer(account, amount);
    }

    /// @inheritdoc IDigitDraw
    function setDrawer(address newDrawer) external override {
        if (msg.sender != ADMIN) revert NotAdmin();
        _setDrawer(newDrawer);
    }

    /// @inheritdoc IDigitDraw
    function drawCount() external view override returns (uint256) {
        return _drawCount;
    }

    /// @inheritdoc IDigitDraw
    function eventCount() external view override returns (uint256) {
        return _eventCount;
    }

    /// @inheritdoc IDigitDraw
    function bondFree() external view override returns (uint256) {
        return _bondFree;
    }

    /// @inheritdoc IDigitDraw
    function drawOf(uint256 drawId) external view override returns (Draw memory) {
        Record storage draw = _draws[drawId];
        return Draw({
            state: _stateOf(draw),
            digit: draw.digit,
            closeBlock: draw.closeBlock,
            targetBlock: draw.targetBlock,
            revealBlock: draw.targetBlock == 0 ? 0 : uint64(draw.targetBlock + REVEAL_BLOCKS),
            commitment: draw.commitment,
            entriesHash: draw.entriesHash,
            total: draw.total,
            byDigit: draw.byDigit,
            secret: draw.secret,
            targetHash: draw.targetHash
        });
    }

    /// @inheritdoc IDigitDraw
    function entriesOf(uint256 drawId, address account) external view override returns (uint256[DIGITS] memory) {
        return _entries[drawId][account];
    }

    /// @inheritdoc IDigitDraw
    function claimable(uint256 drawId, address account) public view override returns (uint256 amount) {
        if (_paid[drawId][account]) return 0;
        Record storage draw = _draws[drawId];
        uint256[DIGITS] storage entries = _entries[drawId][account];
        if (draw.settled == State.Drawn) return entries[draw.digit] * PRIZE_MULTIPLE;
        if (draw.settled != State.Expired) return 0;
        for (uint256 digit = 0; digit < DIGITS; ++digit) {
            amount += entries[digit];
        }
    }

    /// @inheritdoc IDigitDraw
    function acceptable(uint256 drawId, uint8 digit) external view override returns (uint256) {
        Record storage draw = _draws[drawId];
        if (_stateOf(draw) != State.Open || digit >= DIGITS) return 0;
        uint256 byPot = _payableOn(draw, digit);
        return byPot < _bondFree ? byPot : _bondFree;
    }

    /// @dev Sets aside what the entry may cost: the pot pays the digit with the largest sum, the bond refunds
    /// everything.
    function _reserve(Record storage draw, uint8 digit, uint256 amount) private {
        uint256 accepted = _payableOn(draw, digit);
        if (amount > accepted) revert PotTooSmall(accepted);
        if (amount > _bondFree) revert BondTooSmall(_bondFree);
        // forge-lint: disable-next-line(unsafe-typecast)
        _bondFree -= uint128(amount); // at most `_bondFree`
        uint256 onDigit = draw.byDigit[digit] + amount;
        if (onDigit <= draw.highest) return;
        potFree -= (onDigit - draw.highest) * PRIZE_MULTIPLE;
        draw.highest = onDigit;
    }

    /// @dev Amount that can still be entered on `digit`, by the reserved and the free part of the pot.
    function _payableOn(Record storage draw, uint8 digit) private view returns (uint256) {
        return draw.highest + potFree / PRIZE_MULTIPLE - draw.byDigit[digit];
    }

    function _stateOf(Record storage draw) private view returns (State) {
        if (draw.settled != State.None) return draw.settled;
        if (draw.commitment == bytes32(0)) return State.None;
        return block.number <= draw.closeBlock ? State.Open : State.Drawing;
    }

    function _setDrawer(address newDrawer) private {
        if (newDrawer == address(0)) revert ZeroValue();
        if (AdminRoles.isHeldBy(ADMIN, newDrawer)) revert RolesNotDistinct();
        emit DrawerSet(drawer, newDrawer);
        drawer = newDrawer;
    }
}
