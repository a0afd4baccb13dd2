// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Vm} from "forge-std/Vm.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../support/ExitFixture.sol";

/// @notice The truth of the exit's invariants, kept apart from the contracts: what each account was owed, put
/// in and took, what came into each book, and what the events said.
abstract contract ExitRecord is ExitFixture {
    uint256 internal constant USERS = 3; // and after them the thief, who earns nothing
    uint256 internal constant PEOPLE = 4;

    /// @dev Of an account in a book.
    struct Own {
        uint256 earned; // the truth: all that was ever credited but D; a thief's: what it took
        uint256 left; // P
        uint256 credited; // D
        uint256 free; // F
        uint256 unreturned; // U, counted down and up by itself
        uint256 deposited;
        uint256 whole; // left free of burn
        uint256 granted; // the highest line of any epoch that ever was final
        uint256 reach; // max(granted + D, F), as it was last
    }

    struct Book {
        uint256 cameIn; // tokens, by whatever way
        uint256 earnable; // of these, without deposits
        uint256 paid;
        uint256 kept;
        uint256 deposited;
        uint256 transferred;
        uint256 stolen;
        uint256 outByEvents; // sum of Claimed, WithdrawnDR and WithdrawnUSDT
        uint256 transferredByEvents;
    }

    struct EpochRecord {
        bool isConfirmed;
        bool isVetoed;
        uint256 confirmedAt;
    }

    address[PEOPLE] public people;
    mapping(uint256 b => mapping(address account => Own)) internal own;
    mapping(uint256 b => Book) internal books;
    mapping(uint256 epoch => EpochRecord) internal epochs;
    /// @dev Posts whose hashes are not those of the lines that were filed for their number.
    mapping(uint256 epoch => bool) internal isEmpty;
    /// @dev Deposits of a day since 1970, less what was claimed back of it.
    mapping(uint256 b => mapping(uint256 day => uint256)) internal freshOf;
    uint256 public burnedByEvents;

    function ownOf(uint256 b, address account) external view returns (Own memory) {
        return own[b][account];
    }

    function bookOf(uint256 b) external view returns (Book memory) {
        return books[b];
    }

    function partsOf(uint256 b) external view returns (WithdrawalVault from, IERC20 token) {
        return bookAt(b);
    }

    function epochRecordOf(uint256 epoch) external view returns (EpochRecord memory) {
        return epochs[epoch];
    }

    function registryAndDr() external view returns (address, address) {
        return (address(registry), address(dr));
    }

    /// @dev What a line of an epoch said, whether the epoch is final or not.
    function lineOf(uint256 epoch, uint256 b, address account) public view returns (uint256) {
        (WithdrawalVault from, IERC20 token) = bookAt(b);
        (,, bool posted) = registry.rootOf(epoch, address(from), address(token));
        return posted && !isEmpty[epoch] ? earnedOf(epoch, from, token, account) : 0;
    }

    function isFinalOfRecord(uint256 epoch) public view returns (bool) {
        EpochRecord memory one = epochs[epoch];
        return one.isConfirmed && !one.isVetoed && block.timestamp >= one.confirmedAt + FINALITY;
    }

    /// @dev What was deposited today and yesterday and not claimed back.
    function freshOfRecord(uint256 b) public view returns (uint256) {
        uint256 day = block.timestamp / 1 days;
        return freshOf[b][day] + freshOf[b][day - 1];
    }

    function _max(uint256 x, uint256 y) internal pure returns (uint256) {
        return x > y ? x : y;
    }

    function _min(uint256 x, uint256 y) internal pure returns (uint256) {
        return x < y ? x : y;
    }

    /// @dev What an account may take by a line that says `earned`.
    function _claimableOfRecord(uint256 b, address account, uint256 earned) internal view returns (uint256) {
        Own storage one = own[b][account];
        uint256 all = _max(earned + one.credited, one.free);
        return all > one.left ? all - one.left : 0;
    }

    function _noteDeposit(uint256 b, address account, uint256 amount) internal {
        Own storage one = own[b][account];
        one.free = _max(one.free, one.left) + amount;
        one.credited += amount;
        one.unreturned += amount;
        one.deposited += amount;
        books[b].cameIn += amount;
        books[b].deposited += amount;
        freshOf[b][block.timestamp / 1 days] += amount;
    }

    /// @dev Of what left an account, the part that was unreturned.
    function _noteLeft(uint256 b, address account, uint256 amount) internal returns (uint256 whole) {
        Own storage one = own[b][account];
        whole = _min(amount, one.unreturned);
        one.unreturned -= whole;
        one.left += amount;
    }

    function _notePaid(uint256 b, address account, uint256 amount) internal returns (uint256 whole) {
        whole = _noteLeft(b, account, amount);
        own[b][account].whole += whole;
        books[b].paid += amount;
    }

    /// @dev Today's first, then yesterday's.
    function _noteClaimedBack(uint256 b, uint256 whole) internal {
        uint256 day = block.timestamp / 1 days;
        for (uint256 back = 0; back < 2; ++back) {
            uint256 part = _min(whole, freshOf[b][day - back]);
            freshOf[b][day - back] -= part;
            whole -= part;
        }
    }

    /// @dev Adds up what the events since `vm.recordLogs` say.
    function _readEvents() internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            bytes32 kind = logs[i].topics[0];
            address token;
            uint256 amount;
            uint256 burned;
            if (kind == IWithdrawalVault.Claimed.selector) {
                token = address(uint160(uint256(logs[i].topics[2])));
                (, amount, burned) = abi.decode(logs[i].data, (uint256, uint256, uint256));
                if (token != address(dr)) burned = 0; // kept
            } else if (kind == IWithdrawalVault.WithdrawnDR.selector || kind == IWithdrawalVault.WithdrawnUSDT.selector)
            {
                token = kind == IWithdrawalVault.WithdrawnDR.selector ? address(dr) : address(usdt);
                (, amount, burned,) = abi.decode(logs[i].data, (uint256, uint256, uint256, bytes32));
            } else if (kind == IWithdrawalVault.TransferredWithin.selector) {
                token = address(uint160(uint256(logs[i].topics[3])));
                (,, amount) = abi.decode(logs[i].data, (uint256, uint256, uint256));
                books[_bookNumber(logs[i].emitter, token)].transferredByEvents += amount;
                continue;
            } else {
                continue;
            }
            burnedByEvents += burned;
            books[_bookNumber(logs[i].emitter, token)].outByEvents += amount;
        }
    }

    function _bookNumber(address emitter, address token) private view returns (uint256) {
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 paid) = bookAt(b);
            if (address(from) == emitter && address(paid) == token) return b;
        }
        revert("no such book");
    }
}
