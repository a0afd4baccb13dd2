// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";

/// @title FreshDeposits: what was deposited today and yesterday, and raises no daily limit yet
/// @dev Without this a stolen signer with capital for one block would deposit, pay itself out of a limit that
/// grew with it, and claim its capital back.
abstract contract FreshDeposits is IWithdrawalVault {
    using SafeCast for uint256;

    /// @dev One slot.
    struct Fresh {
        uint32 day; // since 1970, UTC
        uint112 today; // base units deposited on that day
        uint112 yesterday; // and on the day before it
    }

    /// @inheritdoc IWithdrawalVault
    address public immutable override DEPOSITOR;

    mapping(address token => Fresh) private _fresh;

    constructor(address depositor) {
        DEPOSITOR = depositor;
    }

    /// @inheritdoc IWithdrawalVault
    function freshDeposits(address token) public view override returns (uint256) {
        if (DEPOSITOR == address(0)) return 0; // spares the read: nothing is deposited here
        Fresh memory fresh = _freshNow(token);
        return uint256(fresh.today) + fresh.yesterday;
    }

    function _addFresh(address token, uint256 amount) internal {
        Fresh memory fresh = _freshNow(token);
        fresh.today += amount.toUint112();
        _fresh[token] = fresh;
    }

    /// @dev Takes out what was claimed back, today's first: were it yesterday's, a deposit that comes and goes
    /// would make older ones young again, day after day. Without this, such deposits would lower the limit.
    function _removeFresh(address token, uint256 amount) internal {
        Fresh memory fresh = _freshNow(token);
        uint256 fromToday = amount < fresh.today ? amount : fresh.today;
        uint256 rest = amount - fromToday;
        uint256 fromYesterday = rest < fresh.yesterday ? rest : fresh.yesterday;
        if (fromToday + fromYesterday == 0) return;
        unchecked {
            // forge-lint: disable-next-line(unsafe-typecast)
            fresh.today -= uint112(fromToday); // at most all of it
            // forge-lint: disable-next-line(unsafe-typecast)
            fresh.yesterday -= uint112(fromYesterday); // at most all of it
        }
        _fresh[token] = fresh;
    }

    /// @dev As of now: what was deposited before yesterday is left out.
    function _freshNow(address token) private view returns (Fresh memory fresh) {
        fresh = _fresh[token];
        uint256 day = block.timestamp / 1 days;
        if (fresh.day == day) return fresh;
        fresh.yesterday = day == uint256(fresh.day) + 1 ? fresh.today : 0;
        fresh.today = 0;
        // forge-lint: disable-next-line(unsafe-typecast)
        fresh.day = uint32(day); // for 11 million years
    }
}
