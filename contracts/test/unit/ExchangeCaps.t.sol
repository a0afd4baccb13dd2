// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {Exchange} from "../../src/Exchange.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IPriceOracle} from "../../src/interfaces/IPriceOracle.sol";
import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "../support/Fixture.sol";

interface IPairLiquidity {
    function burn(address to) external returns (uint256, uint256);
}

/// @notice The daily limits that follow the pools' depth. Pools: 1,000,000 USDT to 2,000,000 DR, and to
/// 10,000,000 DRGV.
contract ExchangeCapsTest is Fixture {
    address internal immutable mallory = makeAddr("mallory");

    /// @dev Roots of prices are rounded at their 18th digit.
    uint256 internal constant EXACT = 1e3;

    function _limitOf(IERC20 token) internal view returns (uint256 limit) {
        (limit,) = exchange.depthLimitOf(address(token));
    }

    function _riseOf(IERC20 token) internal view returns (IExchange.DepthRise memory rise) {
        (, rise) = exchange.depthLimitOf(address(token));
    }

    /// @dev Time with a keeper, who updates the oracle and records no depth.
    function _letPass(uint256 duration) internal {
        uint256 end = block.timestamp + duration;
        while (block.timestamp + 10 minutes < end) {
            skip(10 minutes);
            oracle.update();
        }
        vm.warp(end);
        oracle.update();
    }

    /// @dev `parts` / 10,000 of the pool's reserves, brought by anyone, at the pool's price.
    function _bring(IUniswapV2Pair pair, IERC20 token, uint256 parts) internal {
        token.transfer(address(pair), token.balanceOf(address(pair)) * parts / 10_000);
        usdt.transfer(address(pair), usdt.balanceOf(address(pair)) * parts / 10_000);
        pair.mint(address(this));
    }

    /// @dev Takes `parts` / 10,000 of what there is of the pool's liquidity.
    function _take(IUniswapV2Pair pair, uint256 parts) internal {
        IERC20(address(pair)).transfer(address(pair), pair.totalSupply() * parts / 10_000);
        IPairLiquidity(address(pair)).burn(address(this));
    }

    function test_recordDepths_aTwentiethOfWhatThePoolsHoldMayLeave() public view {
        assertApproxEqAbs(_limitOf(usdt), 50_000e18, 1e5);
        assertApproxEqAbs(_limitOf(IERC20(address(usdr))), 50_000e18, 1e5);
        assertApproxEqAbs(_limitOf(IERC20(address(dr))), 100_000e18, 1e6);
        assertApproxEqAbs(_limitOf(IERC20(address(drgv))), 500_000e18, 1e7);
        assertLe(_limitOf(usdt), 50_000e18);
        assertLe(_limitOf(IERC20(address(dr))), 100_000e18);
        assertEq(_riseOf(usdt).recordedAt, block.timestamp);
        assertEq(_riseOf(usdt).since, 0);
    }

    function test_daily_isBoundedByTheDepthWhateverThereIs() public {
        usdt.transfer(address(exchange), 2_000_000e18); // a tenth is 200,000
        (, uint256 limit) = exchange.daily(address(usdt));
        assertEq(limit, _limitOf(usdt));
        vm.prank(address(timelock));
        exchange.setCap(address(usdt), IExchange.Cap(100, 1_000_000e18));
        (, limit) = exchange.daily(address(usdt));
        assertEq(limit, _limitOf(usdt));
        dr.transfer(address(exchange), 400_000e18); // the floor, 50,000, is less than the depth's
        (, limit) = exchange.daily(address(dr));
        assertEq(limit, 50_000e18);
    }

    function test_swapToken_letsOutToTheLastBaseUnitOfTheDepth() public {
        usdt.transfer(address(exchange), 2_000_000e18);
        dr.transfer(alice, 200_000e18);
        vm.prank(alice);
        dr.approve(address(exchange), APPROVAL);
        Swap memory v = swapOf(alice, 101_000e18, address(dr), address(usdt));
        uint256 limit = _limitOf(usdt);
        assertGt(v.outputAmount, limit);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 0, limit)
        );
        send(v, signature);
        v.outputAmount = limit;
        send(v);
        (uint256 used, uint256 most) = exchange.daily(address(usdt));
        assertEq(used, most);
    }

    function test_swapToken_letsNothingOutBeforeTheFirstRecord() public {
        IExchange.Cap memory cap = IExchange.Cap(1_000, 25_000e18);
        exchange = new Exchange(address(timelock), pauser, signer, address(0), exchangeParts(), cap, cap);
        usdt.transfer(address(exchange), 100_000e18);
        usdt.approve(address(usdr), 1_000e18);
        usdr.depositFor(alice, 1_000e18);
        vm.prank(alice);
        usdr.approve(address(exchange), APPROVAL);
        assertEq(_riseOf(usdt).recordedAt, 0);
        Swap memory v = swapOf(alice, 1_000e18, address(usdr), address(usdt));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 0, 0)
        );
        send(v, signature);
        vm.prank(mallory); // anyone
        exchange.recordDepths();
        send(v, signature);
    }

    function test_recordDepths_emitsWhatWasSeenAndWhatCounts() public {
        uint256 before = _limitOf(IERC20(address(dr)));
        _bring(drPair, IERC20(address(dr)), 10_000);
        _letPass(25 hours);
        uint256 dollars = _limitOf(usdt);
        vm.recordLogs();
        exchange.recordDepths();
        assertEq(vm.getRecordedLogs().length, 4);
        uint256 seen = _riseOf(IERC20(address(dr))).limit;
        assertApproxEqAbs(seen, 2 * before, EXACT * 1e5);
        uint256 drgvs = _limitOf(IERC20(address(drgv)));
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(dr), seen, before);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(drgv), drgvs, drgvs);
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(usdt), dollars, dollars); // the DRGV pool is the shallower now
        vm.expectEmit(address(exchange));
        emit IExchange.DepthRecorded(address(usdr), dollars, dollars);
        exchange.recordDepths();
    }

    function test_recordDepths_dollarsFollowTheShallowerPool() public {
        uint256 before = _limitOf(usdt);
        _take(drgvPair, 5_000);
        _letPass(25 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(usdt), before / 2, 1e6);
        assertEq(_limitOf(IERC20(address(usdr))), _limitOf(usdt));
        assertApproxEqRel(_limitOf(IERC20(address(drgv))), 250_000e18, 1e6);
        assertApproxEqRel(_limitOf(IERC20(address(dr))), 100_000e18, 1e6);
        _take(drPair, 7_500);
        _letPass(25 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(usdt), before / 4, 1e6);
    }

    /// @dev One may trade as much as one likes within the transaction: it only brings the pool its fee.
    function test_recordDepths_aTradeChangesNothing() public {
        _letPass(25 hours);
        uint256[3] memory before = [_limitOf(usdt), _limitOf(IERC20(address(dr))), _limitOf(IERC20(address(drgv)))];
        uint256 held = usdt.balanceOf(address(drPair));
        swap(address(dr), address(usdt), 10_000_000e18);
        assertLt(usdt.balanceOf(address(drPair)), held / 5);
        exchange.recordDepths();
        assertEq(_limitOf(usdt), before[0]);
        assertEq(_limitOf(IERC20(address(dr))), before[1]);
        assertEq(_limitOf(IERC20(address(drgv))), before[2]);
        assertLe(_riseOf(IERC20(address(dr))).limit, before[1] * 1_003 / 1_000); // a swap's fee, to the root
    }

    /// @dev As the pool's price moves, the less of each side by both averages.
    function test_recordDepths_goesByTheAveragesTheLessOfEachSide() public {
        _letPass(25 hours);
        swap(address(usdt), address(dr), 400_000e18);
        _letPass(2 hours);
        (uint256 lower, uint256 higher) = oracle.priceRange(address(dr));
        assertGt(higher, lower * 15 / 10);
        exchange.recordDepths();
        uint256 product = usdt.balanceOf(address(drPair)) * dr.balanceOf(address(drPair));
        uint256 tokens = Math.sqrt(Math.mulDiv(product, 1e18, higher)) / 20;
        assertApproxEqRel(_limitOf(IERC20(address(dr))), tokens, 1e3);
        assertLt(_limitOf(IERC20(address(dr))), 75_000e18);
        // of USDT less than now is what counted before the price rose
        assertApproxEqAbs(_limitOf(usdt), 50_000e18, 1e5);
        assertEq(_riseOf(IERC20(address(dr))).since, 0);
        _bring(drgvPair, IERC20(address(drgv)), 30_000);
        _letPass(1 hours);
        (lower,) = oracle.priceRange(address(dr));
        exchange.recordDepths();
        assertApproxEqRel(_riseOf(usdt).limit, Math.sqrt(Math.mulDiv(product, lower, 1e18)) / 20, 1e3);
    }

    function test_recordDepths_lessCountsAtOnceAndMoreOnceItHasStoodForADay() public {
        uint256 before = _limitOf(usdt);
        _take(drPair, 5_000);
        _letPass(25 hours);
        exchange.recordDepths();
        uint256 half = _limitOf(usdt);
        assertApproxEqRel(half, before / 2, 1e6);

        _bring(drPair, IERC20(address(dr)), 10_000);
        _letPass(25 hours);
        assertEq(_limitOf(usdt), half); // no one recorded it
        exchange.recordDepths();
        uint256 since = block.timestamp;
        assertEq(_limitOf(usdt), half);
        assertEq(_riseOf(usdt).since, since);
        assertEq(_riseOf(usdt).recordedAt, since);

        _letPass(1 days - 1);
        exchange.recordDepths();
        assertEq(_limitOf(usdt), half);
        assertEq(_riseOf(usdt).since, since);
        assertEq(_riseOf(usdt).recordedAt, block.timestamp);
        uint256 rising = _riseOf(usdt).limit;
        _letPass(1);
        exchange.recordDepths();
        assertEq(_limitOf(usdt), rising);
        assertApproxEqRel(rising, before, 1e6);
        assertEq(_riseOf(usdt).since, 0);
        assertEq(_riseOf(usdt).limit, 0);
    }

    function test_recordDepths_ofTheDayTheLeastCounts() public {
        uint256 before = _limitOf(IERC20(address(dr)));
        _bring(drPair, IERC20(address(dr)), 30_000);
        _letPass(25 hours);
        exchange.recordDepths();
        uint256 since = block.timestamp;
        assertApproxEqRel(_riseOf(IERC20(address(dr))).limit, 4 * before, 1e6);
        _take(drPair, 5_000);
        _letPass(12 hours);
        exchange.recordDepths();
        assertApproxEqRel(_riseOf(IERC20(address(dr))).limit, 2 * before, 1e6);
        _bring(drPair, IERC20(address(dr)), 20_000);
        _letPass(12 hours);
        assertEq(block.timestamp, since + 1 days);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(IERC20(address(dr))), 2 * before, 1e6);
        exchange.recordDepths(); // and what is deeper still begins again
        assertEq(_riseOf(IERC20(address(dr))).since, block.timestamp);
        assertApproxEqRel(_riseOf(IERC20(address(dr))).limit, 6 * before, 1e6);
    }

    /// @dev The same as before ends a rise, too.
    function test_recordDepths_aRiseThatDoesNotStandIsForgotten() public {
        _bring(drPair, IERC20(address(dr)), 10_000);
        _letPass(25 hours);
        uint256 before = _limitOf(IERC20(address(dr)));
        exchange.recordDepths();
        assertGt(_riseOf(IERC20(address(dr))).since, 0);
        _take(drPair, 5_000);
        _letPass(23 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(IERC20(address(dr))), before, 1e6);
        assertLe(_limitOf(IERC20(address(dr))), before);
        assertEq(_riseOf(IERC20(address(dr))).since, 0);
        assertEq(_riseOf(IERC20(address(dr))).limit, 0);
    }

    /// @dev Liquidity that stands for one transaction, as often as one likes, beside a keeper's records.
    function test_attack_liquidityOfAMomentRaisesNothing() public {
        uint256[2] memory before = [_limitOf(usdt), _limitOf(IERC20(address(dr)))];
        for (uint256 i = 0; i < 30; ++i) {
            _letPass(1 hours);
            uint256 had = drPair.totalSupply();
            _bring(drPair, IERC20(address(dr)), 10_000);
            _bring(drgvPair, IERC20(address(drgv)), 10_000);
            if (i > 25) {
                vm.prank(mallory);
                exchange.recordDepths();
            }
            _take(drPair, (drPair.totalSupply() - had) * 10_000 / drPair.totalSupply());
            _take(drgvPair, 5_000);
            _letPass(30 minutes);
            if (i > 25) exchange.recordDepths();
        }
        assertApproxEqRel(_limitOf(usdt), before[0], 1e15);
        assertApproxEqRel(_limitOf(IERC20(address(dr))), before[1], 1e15);
    }

    function test_recordDepths_revertsWithoutAPrice() public {
        swap(address(usdt), address(dr), 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), 30 minutes));
        exchange.recordDepths();
    }

    function test_recordDepths_worksWhilePaused() public {
        vm.prank(pauser);
        exchange.pause();
        skip(1);
        exchange.recordDepths();
        assertEq(_riseOf(usdt).recordedAt, block.timestamp);
    }

    function test_setCap_leavesTheDepthAlone() public {
        uint256 before = _limitOf(usdt);
        vm.prank(address(timelock));
        exchange.setCap(address(usdt), IExchange.Cap(2_000, 1_000_000e18));
        assertEq(_limitOf(usdt), before);
        assertEq(exchange.capOf(address(usdt)).dailyBps, 2_000);
        assertEq(exchange.capOf(address(usdt)).dailyFloor, 1_000_000e18);
        exchange.recordDepths();
        assertEq(exchange.capOf(address(usdt)).dailyBps, 2_000);
        assertEq(exchange.capOf(address(usdt)).dailyFloor, 1_000_000e18);
    }

    /// @dev More than there is of any token: a window counts up to 309 million a day.
    function test_recordDepths_isNeverMoreThanAWindowCanHold() public {
        deal(address(usdt), address(this), 4e28);
        deal(address(dr), address(this), 4e28);
        deal(address(drgv), address(this), 8e28);
        _bring(drPair, IERC20(address(dr)), 1e8);
        _bring(drgvPair, IERC20(address(drgv)), 7e7);
        _letPass(25 hours);
        exchange.recordDepths();
        assertEq(_riseOf(usdt).limit, type(uint88).max);
        assertEq(_riseOf(IERC20(address(dr))).limit, type(uint88).max);
        assertEq(_riseOf(IERC20(address(drgv))).limit, type(uint88).max);
    }
}
