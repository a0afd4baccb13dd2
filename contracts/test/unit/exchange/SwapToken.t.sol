// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IExchange} from "../../../src/interfaces/IExchange.sol";
import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {Fixture} from "../../support/Fixture.sol";

contract SwapTokenTest is Fixture {
    IERC20[4] internal tokens;

    function setUp() public override {
        super.setUp();
        tokens = [IERC20(address(usdt)), IERC20(address(usdr)), IERC20(address(dr)), IERC20(address(drgv))];
        usdt.approve(address(usdr), type(uint256).max);
        usdr.depositFor(address(this), 1_000_000e18);
        for (uint256 i = 0; i < 4; ++i) {
            tokens[i].transfer(address(exchange), 100_000e18);
            tokens[i].transfer(alice, 100_000e18);
            vm.prank(alice);
            tokens[i].approve(address(exchange), APPROVAL);
        }
    }

    function test_swapToken_movesInputInAndOutputOutForAFeeInUsdt() public {
        send(swapOf(alice, 1_000e18, address(dr), address(usdt))); // worth 500 USDT
        assertEq(dr.balanceOf(alice), 99_000e18);
        assertEq(usdt.balanceOf(alice), 100_000e18 + 498.5e18);
        assertEq(exchange.feesCollected(), 1.5e18);
        assertEq(dr.balanceOf(address(exchange)), 101_000e18);
        assertEq(usdt.balanceOf(address(exchange)), 100_000e18 - 498.5e18);
        assertEq(exchange.inventoryOf(address(usdt)), 100_000e18 - 500e18);
        assertEq(exchange.inventoryOf(address(dr)), 101_000e18);
    }

    function test_swapToken_servesEveryPairAtTheAverages() public {
        uint256[4] memory prices = [uint256(1e18), 1e18, 0.5e18, 0.1e18];
        for (uint256 i = 0; i < 4; ++i) {
            for (uint256 j = 0; j < 4; ++j) {
                if (i == j) continue;
                uint256 feesBefore = exchange.feesCollected();
                uint256 before = tokens[j].balanceOf(alice);
                send(swapOf(alice, 100e18, address(tokens[i]), address(tokens[j])));
                uint256 value = 100 * prices[i];
                assertEq(exchange.feesCollected() - feesBefore, value * 3 / 1_000);
                assertEq(tokens[j].balanceOf(alice) - before, value * 997 / 1_000 * 1e18 / prices[j]);
            }
        }
    }

    function test_swapToken_emitsWhatTheIndexerReads() public {
        Swap memory v = swapOf(alice, 1_000e18, address(usdt), address(drgv));
        v.orderId = 0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b;
        bytes32 digest = digestOf(v);
        vm.expectEmit(address(exchange));
        emit IExchange.Swapped(alice, 0, v.orderId, address(usdt), address(drgv), 1_000e18, 9_970e18, 3e18, digest);
        send(v);
        assertEq(exchange.nonces(alice), 1);
        assertEq(exchange.lastOrderId(alice), v.orderId);
    }

    function test_quote_roundsTheFeeUpAndTheOutputDown() public view {
        (uint256 output, uint256 fee) = exchange.quote(7, address(dr), address(usdt)); // worth 3.5 base units
        assertEq(fee, 1);
        assertEq(output, 2);
        (output, fee) = exchange.quote(1_001, address(usdt), address(dr));
        assertEq(fee, 4); // 3.003
        assertEq(output, 1_994);
    }

    function test_swapToken_revertsWhenTheOutputIsFurtherThanFivePercent() public {
        uint256[4] memory outputs = [uint256(1_994e18 * 105 / 100 + 1), 1_994e18 * 95 / 100 - 1, 1, type(uint256).max];
        for (uint256 i = 0; i < 4; ++i) {
            Swap memory v = swapOf(alice, 1_000e18, address(usdt), address(dr));
            v.outputAmount = outputs[i];
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IExchange.OutputOutOfRange.selector, outputs[i], 1_994e18));
            send(v, signature);
        }
        for (uint256 i = 0; i < 2; ++i) {
            Swap memory v = swapOf(alice, 1_000e18, address(usdt), address(dr));
            v.outputAmount = i == 0 ? 1_994e18 * 105 / 100 : 1_994e18 * 95 / 100;
            send(v);
        }
    }

    function test_swapToken_revertsForThePairsThereAreNot() public {
        address[2][3] memory pairs =
            [[address(usdt), address(usdt)], [address(factory), address(usdt)], [address(dr), address(factory)]];
        for (uint256 i = 0; i < 3; ++i) {
            Swap memory v = swapOf(alice, 1e18, address(usdt), address(dr));
            (v.inputToken, v.outputToken) = (pairs[i][0], pairs[i][1]);
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IExchange.PairInvalid.selector, pairs[i][0], pairs[i][1]));
            send(v, signature);
        }
    }

    function test_swapToken_revertsForNothing() public {
        for (uint256 i = 0; i < 2; ++i) {
            Swap memory v = swapOf(alice, 1e18, address(usdt), address(dr));
            if (i == 0) v.inputAmount = 0;
            if (i == 1) v.outputAmount = 0;
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(IExchange.AmountZero.selector);
            send(v, signature);
        }
    }

    function test_swapToken_revertsWithoutAPrice() public {
        Swap memory v = swapOf(alice, 1e18, address(usdt), address(dr));
        bytes memory signature = sign(digestOf(v));
        swap(address(usdt), address(dr), 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), 30 minutes));
        send(v, signature);
        send(swapOf(alice, 1e18, address(usdt), address(usdr)));
    }

    /// @dev Both windows full of observations, at the fixture's prices.
    function _observeADay() internal {
        for (uint256 i = 0; i < 25 * 6; ++i) {
            skip(10 minutes);
            oracle.update();
        }
    }

    function _hold(uint256 duration) internal {
        for (uint256 t = 0; t < duration; t += 5 minutes) {
            skip(5 minutes);
            oracle.update();
        }
    }

    /// @dev The audit's M-2: DR's price, pushed to twice its own and held for 45 minutes, was what the
    /// exchange paid for DR. With an honest signer and no key it gave 8,000 to 87,000 USDT a day.
    function test_attack_aPriceHeldForHalfAnHourTakesNothingOutOfTheInventory() public {
        usdt.transfer(address(exchange), 1_900_000e18);
        _observeADay();
        (uint256 usdtBefore, uint256 drBefore) = (usdt.balanceOf(address(this)), dr.balanceOf(address(this)));
        swap(address(usdt), address(dr), 415_000e18); // of a pool of a million: the price doubles
        uint256 bought = dr.balanceOf(address(this)) - drBefore;
        _hold(45 minutes);
        assertApproxEqRel(oracle.price(address(dr)), 1e18, 0.01e18);

        uint256 input = 90_000e18;
        Swap memory v = swapOf(alice, input, address(dr), address(usdt));
        assertApproxEqRel(v.outputAmount, 46_350e18, 0.01e18); // at 0.50 and the share of a day in which it was 1.00
        send(v);
        swap(address(dr), address(usdt), bought);
        uint256 sold = usdt.balanceOf(alice) - 100_000e18;
        // 90,000 DR of alice's were worth 45,000 USDT: what the push brought her is less than it cost in fees
        assertLt(usdt.balanceOf(address(this)) + sold, usdtBefore + 45_000e18);
        assertEq(dr.balanceOf(address(this)), drBefore);
    }

    /// @dev The other way round: DR pushed down and held is not given away.
    function test_attack_aPriceHeldDownBuysNothingCheaper() public {
        _observeADay();
        swap(address(dr), address(usdt), 1_000_000e18);
        _hold(45 minutes);
        assertLt(oracle.price(address(dr)), 0.25e18);
        Swap memory v = swapOf(alice, 1_000e18, address(usdt), address(dr));
        assertLt(v.outputAmount, 2_050e18); // at 0.50, not at 0.22
        send(v);
    }

    /// @dev In at the lower, out at the higher of both averages, whichever is which.
    function test_quote_valuesWhatComesInAtTheLowerAndWhatGoesOutAtTheHigherAverage() public {
        _observeADay();
        swap(address(usdt), address(dr), 100_000e18);
        _hold(45 minutes);
        (uint256 price, uint256 day) = (oracle.price(address(dr)), oracle.price24h(address(dr)));
        assertGt(price, day);
        (uint256 output, uint256 fee) = exchange.quote(1_000e18, address(dr), address(usdt));
        assertEq(output + fee, 1_000e18 * day / 1e18);
        (output, fee) = exchange.quote(1_000e18, address(usdt), address(dr));
        assertEq(output, (1_000e18 - fee) * 1e18 / price);
        (uint256 lower, uint256 higher) = oracle.priceRange(address(dr));
        assertEq(lower, day);
        assertEq(higher, price);
        assertEq(exchange.priceOf(address(dr)), price);
    }

    function test_swapToken_revertsWhenExpiredOrTooLongAhead() public {
        Swap memory v = swapOf(alice, 1e18, address(usdt), address(dr));
        bytes memory signature = sign(digestOf(v));
        vm.warp(v.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.VoucherExpired.selector, v.deadline));
        send(v, signature);
        v.deadline = block.timestamp + 121;
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IVouchers.DeadlineTooFar.selector, v.deadline));
        send(v, signature);
        v.deadline = block.timestamp + 120;
        send(v);
    }

    function test_swapToken_revertsWhenUsedTwiceOrWhenTheOrderIs() public {
        Swap memory v = swapOf(alice, 1e18, address(usdt), address(dr));
        bytes memory signature = sign(digestOf(v));
        send(v, signature);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
        v.nonce = 1;
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, v.orderId, v.orderId));
        send(v, signature);
    }

    function test_swapToken_revertsWhenAnyFieldIsChangedOrForAnotherAccount() public {
        Swap memory signed = swapOf(alice, 1_000e18, address(usdt), address(dr));
        bytes memory signature = sign(digestOf(signed));
        for (uint256 field = 0; field < 7; ++field) {
            Swap memory v = swapOf(alice, 1_000e18, address(usdt), address(dr));
            if (field == 0) v.inputAmount -= 1;
            if (field == 1) v.outputAmount += 1;
            if (field == 2) v.inputToken = address(usdr);
            if (field == 3) (v.outputToken, v.outputAmount) = (address(usdr), 997e18);
            if (field == 4) v.orderId += 1;
            if (field == 5) v.deadline += 1;
            if (field == 6) v.account = bob;
            vm.expectRevert(IVouchers.VoucherInvalid.selector);
            send(v, signature);
        }
        send(signed, signature);
    }

    function test_swapToken_revertsBeyondTheInventory() public {
        drgv.transfer(alice, 10_000_000e18);
        uint256 held = usdr.balanceOf(address(exchange));
        vm.prank(address(exchange));
        usdr.transfer(bob, held - 500e18);
        Swap memory v = swapOf(alice, 10_000e18, address(drgv), address(usdr));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IExchange.InventoryTooSmall.selector, address(usdr), 997e18, 500e18));
        send(v, signature);

        vm.prank(address(exchange));
        usdt.transfer(bob, 100_000e18 - 1e18);
        v = swapOf(alice, 2_000e18, address(dr), address(drgv)); // its fee is 3 USDT
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IExchange.InventoryTooSmall.selector, address(usdt), 3e18, 1e18));
        send(v, signature);
        v = swapOf(alice, 2e18, address(dr), address(usdt)); // needs 0.997 and 0.003
        send(v);
        send(swapOf(alice, 1_000e18, address(usdt), address(drgv))); // brings its fee along
        assertEq(exchange.inventoryOf(address(usdt)), 997e18);
    }

    function test_swapToken_revertsAboveTheDayOfTheOutputToken() public {
        send(swapOf(alice, 20_000e18, address(usdr), address(usdt)));
        (uint256 used, uint256 limit) = exchange.daily(address(usdt));
        assertEq(used, 19_940e18);
        assertEq(limit, 25_000e18); // the floor: a tenth would be less
        Swap memory v = swapOf(alice, 6_000e18, address(usdr), address(usdt));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), 5_982e18, 19_940e18, 25_000e18)
        );
        send(v, signature);
        send(swapOf(alice, 6_000e18, address(usdt), address(usdr))); // another token, another day
        skip(25 hours);
        send(swapOf(alice, 6_000e18, address(usdr), address(usdt)));
    }

    /// @dev A tenth of 400,000, reckoned from what there was before the day's payments.
    function test_swapToken_revertsAboveTheShareOfTheInventory() public {
        usdt.approve(address(usdr), type(uint256).max);
        usdr.depositFor(address(exchange), 300_000e18);
        send(swapOf(alice, 20_000e18, address(usdt), address(usdr)));
        (uint256 used, uint256 limit) = exchange.daily(address(usdr));
        assertEq(used, 19_940e18);
        assertEq(limit, 40_000e18);
        Swap memory v = swapOf(alice, 20_121e18, address(usdt), address(usdr));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(
                IExchange.DailyCapExceeded.selector, address(usdr), v.outputAmount, 19_940e18, 40_000e18
            )
        );
        send(v, signature);
        v.outputAmount = 20_060e18; // to the last base unit of the day
        send(v);
        (used,) = exchange.daily(address(usdr));
        assertEq(used, 40_000e18);
    }

    function test_swapToken_revertsAboveTheDayInOneGo() public {
        Swap memory v = swapOf(alice, 60_000e18, address(usdr), address(usdt));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdt), v.outputAmount, 0, 25_000e18)
        );
        send(v, signature);
        vm.prank(address(timelock));
        exchange.setCap(address(usdr), IExchange.Cap(100, 0)); // a hundredth of 100,000, exactly
        v = swapOf(alice, 1_000e18, address(usdt), address(usdr));
        v.outputAmount = 1_000e18;
        send(v);
        (uint256 used, uint256 limit) = exchange.daily(address(usdr));
        assertEq(used, limit);
        v = swapOf(alice, 1_000, address(usdt), address(usdr));
        v.outputAmount = 1_000;
        signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IExchange.DailyCapExceeded.selector, address(usdr), 1_000, 1_000e18, 1_000e18)
        );
        send(v, signature);
    }

    /// @dev The fee is USDT that the exchange holds, whichever token comes in for whichever other: only what
    /// comes in as USDT pays its own.
    function test_swapToken_needsTheFeeInUsdtWhereNoneComesInOrLeaves() public {
        uint256 held = usdt.balanceOf(address(exchange));
        vm.prank(address(exchange));
        usdt.transfer(bob, held - 1e18);
        usdt.approve(address(usdr), 2_000e18);
        usdr.depositFor(alice, 2_000e18);
        address[3] memory tokens = [address(usdr), address(dr), address(drgv)];
        for (uint256 from = 0; from < 3; ++from) {
            for (uint256 to = 0; to < 3; ++to) {
                if (from == to) continue;
                uint256 worth = from == 0 ? 1_000e18 : from == 1 ? 2_000e18 : 10_000e18; // 1,000 USDT
                Swap memory v = swapOf(alice, worth, tokens[from], tokens[to]);
                bytes memory signature = sign(digestOf(v));
                vm.expectRevert(abi.encodeWithSelector(IExchange.InventoryTooSmall.selector, address(usdt), 3e18, 1e18));
                send(v, signature);
            }
        }
    }

    /// @dev Where USDT leaves, its fee is kept out of the same inventory.
    function test_swapToken_needsTheFeeOfWhatLeavesInUsdt() public {
        vm.prank(address(exchange));
        usdt.transfer(bob, 100_000e18 - 1e18);
        Swap memory v = swapOf(alice, 2e18 + 2, address(dr), address(usdt)); // worth one base unit more than there is
        (uint256 output, uint256 fee) = exchange.quote(2e18 + 2, address(dr), address(usdt));
        assertLt(output, 1e18);
        assertEq(output + fee, 1e18 + 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IExchange.InventoryTooSmall.selector, address(usdt), 1e18 + 1, 1e18));
        send(v, signature);
        send(swapOf(alice, 2e18, address(dr), address(usdt)));
        assertEq(exchange.inventoryOf(address(usdt)), 0);
    }

    /// @dev To the last base unit: of the output, and of the USDT that the fee is taken from.
    function test_swapToken_mayUseUpTheInventory() public {
        uint256 held = drgv.balanceOf(address(exchange));
        vm.startPrank(address(exchange));
        drgv.transfer(bob, held - 9_970e18);
        usdt.transfer(bob, 100_000e18 - 3e18);
        vm.stopPrank();
        send(swapOf(alice, 2_000e18, address(dr), address(drgv))); // 997 USDT worth of DRGV for a fee of 3
        assertEq(drgv.balanceOf(address(exchange)), 0);
        assertEq(exchange.inventoryOf(address(usdt)), 0);
        assertEq(exchange.feesCollected(), 3e18);
    }

    function test_swapToken_revertsWhilePausedOrWithoutASigner() public {
        Swap memory v = swapOf(alice, 1e18, address(usdt), address(dr));
        bytes memory signature = sign(digestOf(v));
        vm.prank(pauser);
        exchange.pause();
        vm.expectRevert(IVouchers.VouchersPaused.selector);
        send(v, signature);
        vm.prank(pauser);
        exchange.unpause();
        revokeAll(exchange);
        vm.expectRevert(IVouchers.SignerRevoked.selector);
        send(v, signature);
    }

    function test_swapToken_revertsWhenTheAccountCannotPay() public {
        Swap memory v = swapOf(bob, 1e18, address(usdt), address(dr));
        bytes memory signature = sign(digestOf(v));
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        send(v, signature);
        assertEq(exchange.feesCollected(), 0);
    }

    function testFuzz_swapToken_losesNoValueOfTheInventory(uint256 amount, uint256 from, uint256 to) public {
        (from, to) = (from % 4, to % 4);
        if (from == to) to = (to + 1) % 4;
        Swap memory v = swapOf(alice, bound(amount, 100, 2_000e18), address(tokens[from]), address(tokens[to]));
        uint256 before = _value();
        if (v.outputAmount == 0) return;
        send(v);
        assertGe(_value() + 1, before); // the value of DR and DRGV is rounded down
    }

    function _value() private view returns (uint256 value) {
        for (uint256 i = 0; i < 4; ++i) {
            value += exchange.inventoryOf(address(tokens[i])) * exchange.priceOf(address(tokens[i])) / 1e18;
        }
    }
}
