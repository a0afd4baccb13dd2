// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {DigitDraw} from "../../../src/DigitDraw.sol";
import {IBurnable} from "../../../src/interfaces/IBurnable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {IDigitDraw} from "../../../src/interfaces/IDigitDraw.sol";
import {DrawFixture} from "../../support/DrawFixture.sol";

/// @notice Pot, bond and drawer.
contract DigitDrawTest is DrawFixture {
    function test_potAndBond_areAnnouncedAndMoveTheTokens() public {
        string memory memo = string(new bytes(140)); // the longest
        vm.expectEmit(address(draw));
        emit IDigitDraw.PotFunded(sponsor, 7e18, memo);
        vm.prank(sponsor);
        draw.fundPot(7e18, memo);
        vm.expectEmit(address(draw));
        emit IDigitDraw.BondPosted(bob, 5e18);
        vm.prank(bob);
        draw.postBond(5e18);
        assertEq(draw.potFree(), 9_007e18);
        assertEq(draw.bondFree(), 5_005e18);
        assertEq(dr.balanceOf(address(draw)), 14_012e18);
        vm.expectEmit(address(draw));
        emit IDigitDraw.BondReturned(drawer, 5_005e18);
        vm.prank(drawer);
        draw.returnBond(5_005e18);
        assertEq(draw.bondFree(), 0);
        assertEq(dr.balanceOf(address(draw)), 9_007e18);
    }

    function test_potAndBond_takeTheMinimumAndAMemoOfOneByte() public {
        vm.prank(sponsor);
        draw.fundPot(1e18, "x");
        vm.startPrank(drawer);
        draw.postBond(1);
        draw.returnBond(1);
        vm.stopPrank();
        assertEq(draw.potFree(), 9_001e18);
        assertEq(draw.bondFree(), 5_000e18);
    }

    function test_drawer_isAnnouncedAtDeploymentAndWhenItChanges() public {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectEmit(at);
        emit IDigitDraw.DrawerSet(address(0), drawer);
        DigitDraw other = new DigitDraw(IBurnable(address(dr)), admin, treasury, drawer);
        assertEq(other.ADMIN(), admin);
        assertEq(other.TREASURY(), treasury);
        assertEq(address(other.DR_TOKEN()), address(dr));
        vm.expectEmit(at);
        emit IDigitDraw.DrawerSet(drawer, alice);
        vm.prank(admin);
        other.setDrawer(alice);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        new DigitDraw(IBurnable(address(dr)), address(0), treasury, drawer);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        new DigitDraw(IBurnable(address(dr)), admin, treasury, address(0));
    }

    function test_fundPot_refusesTheTreasuryZeroAndBadMemos() public {
        vm.prank(treasury);
        vm.expectRevert(IDigitDraw.SourceIsTreasury.selector);
        draw.fundPot(1, "sales");
        vm.startPrank(sponsor);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.fundPot(0, "nothing");
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.MemoInvalid.selector, 0));
        draw.fundPot(1, "");
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.MemoInvalid.selector, 141));
        draw.fundPot(1, string(new bytes(141)));
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.postBond(0);
        vm.stopPrank();
    }

    function test_returnBond_onlyWhatBacksNoEntryAndOnlyTheDrawer() public {
        uint256 drawId = _open();
        _enter(alice, drawId, 1, 100e18);
        vm.expectRevert(IDigitDraw.NotDrawer.selector);
        draw.returnBond(1);
        vm.startPrank(drawer);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.BondInUse.selector, 4_900e18));
        draw.returnBond(4_900e18 + 1);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.returnBond(0);
        draw.returnBond(4_900e18);
        vm.stopPrank();
        assertEq(dr.balanceOf(drawer), 20_000_000e18 - 100e18);
    }

    function test_setDrawer_byTheAdminAlone() public {
        vm.expectRevert(IDigitDraw.NotAdmin.selector);
        draw.setDrawer(alice);
        vm.startPrank(admin);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        draw.setDrawer(address(0));
        vm.expectRevert(IDigitDraw.RolesNotDistinct.selector);
        draw.setDrawer(admin);
        draw.setDrawer(alice);
        vm.stopPrank();
        assertEq(draw.drawer(), alice);
    }

    /// @dev One for each event that moves something: the fixture funded the pot and posted the bond. A new
    /// drawer moves nothing.
    function test_eventCount_countsEachEventThatMovesSomething() public {
        assertEq(draw.eventCount(), 2);
        vm.prank(sponsor);
        draw.fundPot(10e18, "more");
        vm.prank(drawer);
        draw.postBond(5e18);
        vm.prank(drawer);
        draw.returnBond(5e18);
        assertEq(draw.eventCount(), 5);
        uint256 drawId = _open();
        _enterAll(alice, drawId, 1e18);
        assertEq(draw.eventCount(), 16);
        _toTarget(drawId, 1);
        draw.reveal(drawId, SECRET);
        draw.claim(drawId, alice);
        assertEq(draw.eventCount(), 18);
        drawId = _open();
        _toTarget(drawId, 8_001);
        draw.expire(drawId);
        assertEq(draw.eventCount(), 20);
        vm.prank(admin);
        draw.setDrawer(alice);
        vm.expectRevert(abi.encodeWithSelector(IDigitDraw.NotDrawing.selector, drawId));
        draw.expire(drawId);
        assertEq(draw.eventCount(), 20);
        assertEq(draw.drawCount(), 2);
        assertEq(draw.bondFree(), 5_000e18);
    }

    /// @dev More than the slot holds is refused, never cut off.
    function test_postBond_refusesMoreThanItsSlotHolds() public {
        vm.expectRevert(
            abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 128, uint256(1) << 128)
        );
        draw.postBond(uint256(1) << 128);
    }
}
