// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Exchange} from "../../src/Exchange.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "./Fixture.sol";

/// @notice Pools whose depth changes, and what the exchange has recorded of it. Pools at first: 1,000,000
/// USDT to 2,000,000 DR, and to 10,000,000 DRGV.
abstract contract DepthFixture is Fixture {
    address internal immutable mallory = makeAddr("mallory");

    uint256 private _nextUpdate;
    uint256 internal _nextRecord;
    /// @dev Records of the keeper in which all pools had a price.
    uint256 internal _complete;

    /// @dev Tolerance, as a part of 1e18: roots are rounded down.
    uint256 internal constant EXACT = 1e3;

    function _limitOf(address token) internal view returns (uint256 limit) {
        (limit,,) = exchange.depthLimitOf(token);
    }

    function _recordedAt(address token) internal view returns (uint256 recordedAt) {
        (, recordedAt,) = exchange.depthLimitOf(token);
    }

    function _riseOf(address token) internal view returns (IExchange.DepthRise memory rise) {
        (,, rise) = exchange.depthLimitOf(token);
    }

    /// @dev Time with a keeper who records the depth each hour, too.
    function _letHoursPass(uint256 hoursToPass) internal {
        for (uint256 i = 0; i < hoursToPass; ++i) {
            letPass(1 hours);
            exchange.recordDepths();
        }
    }

    /// @dev A keeper as the server's (`record-depths.ts`): it updates the oracle every four minutes, and
    /// records 45 minutes after a record of all tokens, which is the earliest, and five minutes after any
    /// other.
    function _startKeeper() internal {
        (_nextUpdate, _nextRecord) = (block.timestamp + 4 minutes, block.timestamp + 45 minutes);
    }

    /// @dev The keeper's work up to and with second `end`.
    function _keeperUntil(uint256 end) internal {
        while (_nextUpdate <= end || _nextRecord <= end) {
            uint256 next = _nextUpdate < _nextRecord ? _nextUpdate : _nextRecord;
            if (next > block.timestamp) vm.warp(next);
            if (next == _nextUpdate) {
                oracle.update();
                _nextUpdate += 4 minutes;
            } else {
                exchange.recordDepths();
                bool isComplete =
                    _recordedAt(address(dr)) == block.timestamp && _recordedAt(address(drgv)) == block.timestamp;
                if (isComplete) ++_complete;
                _nextRecord += isComplete ? 45 minutes : 5 minutes;
            }
        }
        vm.warp(end);
    }

    /// @dev `parts` / 10,000 of the pool's reserves, brought by anyone, at the pool's price.
    function _bring(IUniswapV2Pair pair, IERC20 token, uint256 parts) internal returns (uint256 liquidity) {
        token.transfer(address(pair), token.balanceOf(address(pair)) * parts / 10_000);
        usdt.transfer(address(pair), usdt.balanceOf(address(pair)) * parts / 10_000);
        return pair.mint(address(this));
    }

    /// @dev Takes `parts` / 10,000 of what there is of the pool's liquidity.
    function _take(IUniswapV2Pair pair, uint256 parts) internal {
        takeLiquidity(pair, pair.totalSupply() * parts / 10_000);
    }

    /// @dev Buys or sells `token` until its pool holds `target` USDT.
    function _trade(IUniswapV2Pair pair, address token, uint256 target) internal {
        uint256 held = usdt.balanceOf(address(pair));
        if (target > held) return swap(address(usdt), token, target - held);
        uint256 reserve = IERC20(token).balanceOf(address(pair));
        swap(token, address(usdt), (reserve * (held - target) * 1_000) / (target * 997) + 1);
    }

    function _bringBoth(uint256 parts) internal returns (uint256 drLiquidity, uint256 drgvLiquidity) {
        drLiquidity = _bring(drPair, IERC20(address(dr)), parts);
        drgvLiquidity = _bring(drgvPair, IERC20(address(drgv)), parts);
    }

    function _takeBoth(uint256 parts) internal {
        _take(drPair, parts);
        _take(drgvPair, parts);
    }

    function _assertLimits(uint256 dollars) internal view {
        assertApproxEqRel(_limitOf(address(usdt)), dollars, EXACT);
        assertEq(_limitOf(address(usdr)), _limitOf(address(usdt)));
        assertApproxEqRel(_limitOf(address(dr)), 2 * dollars, EXACT);
        assertApproxEqRel(_limitOf(address(drgv)), 10 * dollars, EXACT);
    }

    /// @dev Takes the place of the fixture's exchange, without a record; a swap that it could carry out.
    function _newExchange() internal returns (Swap memory v) {
        IExchange.Cap memory cap = IExchange.Cap(1_000, 25_000e18);
        exchange = new Exchange(address(timelock), pauser, signer, standby, exchangeParts(), cap, cap);
        usdt.transfer(address(exchange), 1_000_000e18);
        usdt.approve(address(usdr), 1_000e18);
        usdr.depositFor(alice, 1_000e18);
        vm.prank(alice);
        usdr.approve(address(exchange), APPROVAL);
        return swapOf(alice, 1_000e18, address(usdr), address(usdt));
    }
}
